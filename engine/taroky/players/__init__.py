"""Players: they get a view of a hand and the legal actions, and return an action with a reason. This
subpackage also plays complete hands with them, and many imagined hands at once.

May import game and all that is below it. Nothing in the engine imports this subpackage but the command line."""
