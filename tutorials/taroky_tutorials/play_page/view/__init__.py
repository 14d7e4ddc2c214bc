"""The table as it is seen: the areas of the window and what is in each, drawn from the hand as it is replayed.
Nothing here changes anything."""
