"""Calculators: forms that answer one question about the rules, such as what may be bid or who pays whom.
Each is a module with a `TOOL`, which `forms.tools` finds by name; no other subpackage imports from here."""
