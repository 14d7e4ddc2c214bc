"""The MkDocs plugin, and what it starts for every build."""
