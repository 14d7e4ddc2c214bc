"""Fonts and scripts for the site."""
