"""Lessons: the YAML files, and the code that reads and checks them, fits them to a house table,
chooses the next exercise of a drill, and makes lessons from one game to another. Imports `tasks`
and `page_parts`; all pages may import from here."""
