"""Calculators: forms that answer one question by the rules, such as what may be bid, or who pays
whom. Each is a module with a `TOOL`, found by its name in `forms.tools`; no other room imports from
here."""
