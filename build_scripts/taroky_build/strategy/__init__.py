"""Figures of simulations on the strategy pages: read from docs/strategy, filled into prose, and prose
checked against them. The simulations themselves are in `taroky_devtools.strategy`.

Imports the engine and `errors`, none of the other rooms."""
