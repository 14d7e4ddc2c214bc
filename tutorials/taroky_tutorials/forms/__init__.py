"""Forms: fields and controls, the card picker, the form for entering a hand, the display of a settlement, and
the tools built from them. Calculators, comparisons, sheets and house rules import from here; this
subpackage knows them only by the names in `tools`."""
