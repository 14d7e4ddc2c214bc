"""The parts that pages are made of: HTML that escapes its contents, cards and tricks, links, and numbers and
names from the rule table. Everything in tutorials may import from here; this subpackage imports only the
engine."""
