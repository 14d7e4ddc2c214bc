"""Players: they get a view of a hand and what is legal, and return an action with its reason. With them whole
hands played by players, and play-outs of many worlds at once.

May import game and all that is below it. Nothing in the engine imports this room but the command line."""
