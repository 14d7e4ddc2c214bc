"""Pages to read: the course, the glossary."""
