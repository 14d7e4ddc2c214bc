"""Many hands at one table: who deals, what everybody has won, pots, the end, standings.

May import settlement, facts, game, rules and what is below them."""
