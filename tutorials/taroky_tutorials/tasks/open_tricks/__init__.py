"""The task that is a few tricks played out: the cards on the table, the goal that is to be reached,
the search for a way to it, and the board. Imported by name only, through `tasks.kinds`."""
