"""Sheets: documents that people keep in their browser."""
