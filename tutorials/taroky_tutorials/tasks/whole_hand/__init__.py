"""The task that is a whole hand."""
