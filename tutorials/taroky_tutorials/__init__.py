"""Lessons and widgets that teach Taroky."""
