"""Tasks about what is said and done before the first card is played."""
