"""Lessons: the YAML files, and the code that reads, checks and chooses them."""
