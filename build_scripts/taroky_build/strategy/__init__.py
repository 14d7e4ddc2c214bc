"""Simulations behind the strategy pages: whole hands by players that look ahead, and many deals.
Imports the engine, none of the other rooms; `pages` takes the figures from here.

`make strategy` runs them and keeps what they found in docs/strategy/figures.json. The pages draw
their numbers from there (`figures`), so that prose and data cannot drift apart.
"""
