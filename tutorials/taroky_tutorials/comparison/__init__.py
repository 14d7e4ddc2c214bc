"""Rule sets compared: a matrix of all of them, any two in sentences, one hand settled by each.
Imports `forms`; only the build imports from here, and `forms.tools` by name."""
