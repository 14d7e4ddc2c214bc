"""Parts of the reference pages that are made from the rule tables: the permalink of each point, what
other rule sets do instead, positions to try, worked settlements, house options, and the sheet for
the table. Imported by `house_rules` and by the build."""
