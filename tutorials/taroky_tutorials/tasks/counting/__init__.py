"""Tasks about points and payments."""
