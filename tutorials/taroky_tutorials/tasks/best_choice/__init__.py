"""The task to find what is best at a turn, not only what is allowed: its choices have been compared in many imagined
hands. Imported by name only, through `tasks.kinds`."""
