"""Tasks about cards and tricks: their order, what may be played, who wins, who plays with whom.
Imported by name only, through `tasks.kinds`."""
