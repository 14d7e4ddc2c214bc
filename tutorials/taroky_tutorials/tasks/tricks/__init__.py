"""Tasks about cards and tricks."""
