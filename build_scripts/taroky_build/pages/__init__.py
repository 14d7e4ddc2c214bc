"""Pages that are made from rule tables and lessons."""
