"""A club's own site: its commands and its pages."""
