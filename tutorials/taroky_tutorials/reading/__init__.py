"""Pages to read: the map of a course, a lesson, what was learned; the glossary, the terms marked in lessons,
and the search for a word. The terms are in `terms.yaml`. Imported by `house_rules` and by the build."""
