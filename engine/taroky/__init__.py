"""Taroky: a rules engine for the tarok games of Moravia, Silesia and Texas."""
