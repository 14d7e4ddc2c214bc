"""Comparisons of rule sets: a table of all of them, any two in sentences, and one hand settled under each.
Imports `forms`; only the build imports from here, and `forms.tools` by name."""
