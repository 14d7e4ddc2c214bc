"""Lessons: the YAML files, and the code that reads and checks them, adapts them to a house table, chooses the
next exercise of a drill, and generates lessons for players who switch games. Imports `tasks` and
`page_parts`; all pages may import from here."""
