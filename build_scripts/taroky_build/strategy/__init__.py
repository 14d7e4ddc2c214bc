"""Simulation figures for the strategy pages: reads them from `docs/strategy`, fills them into prose, and checks
prose against them. The simulations themselves are in `taroky_devtools.strategy`.

Imports the engine and `errors`, none of the other subpackages."""
