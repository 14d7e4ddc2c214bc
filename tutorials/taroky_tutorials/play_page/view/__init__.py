"""The table as it is seen: the areas of the window and what stands in each, drawn from the hand as it is replayed.
Nothing here changes anything."""
