"""The task that is a whole hand, from the auction to the payment: the sitting, the board, hints,
and the story of what happened. Imported by name only, through `tasks.kinds`."""
