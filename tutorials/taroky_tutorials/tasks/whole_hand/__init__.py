"""The task that is a whole hand: cards to sit down with at the table. Imported by name only, through `tasks.kinds`."""
