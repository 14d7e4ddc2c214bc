"""Forms: fields and controls, the card picker, the form in which a hand is told, a settlement to
read, and the tools that are made of them. Calculators, comparisons, sheets and house rules import
from here; this room knows none of them but by the names in `tools`."""
