"""Python for the browser."""
