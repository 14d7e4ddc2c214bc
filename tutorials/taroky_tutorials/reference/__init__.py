"""The parts of reference pages that are generated from the rule tables: the permalink of each point, what other
rule sets do differently, positions to try, worked settlements, house options, and the one-page rule sheet.
Imported by `house_rules` and by the build."""
