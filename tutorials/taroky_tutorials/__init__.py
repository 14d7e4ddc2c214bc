"""Lessons and widgets that teach Taroky."""

from pathlib import Path

from taroky.messages import add_folder

add_folder(Path(__file__).parent / "messages")
