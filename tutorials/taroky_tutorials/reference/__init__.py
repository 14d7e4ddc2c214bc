"""What is made for the reference pages from the rule tables: the permalink of each point, what other
rule sets do instead, positions to try, and the sheet for the table."""
