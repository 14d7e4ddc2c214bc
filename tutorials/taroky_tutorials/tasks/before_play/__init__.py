"""Tasks about what is said and done before the first card is played: calls, the talon, discards,
declarations, doubling. Imported by name only, through `tasks.kinds`."""
