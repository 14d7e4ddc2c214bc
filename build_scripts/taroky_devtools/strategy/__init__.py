"""Simulations behind the strategy pages: hands played by players that look ahead, and many deals.

`make strategy` runs them and keeps the results in docs/strategy/figures.json. Pages draw their numbers
from there (`taroky_build.strategy.figures`), so that prose and data cannot drift apart.
"""
