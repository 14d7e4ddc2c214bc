"""The command line `taroky`, a file for each kind of command. May import every room of the engine; nothing
imports it.
"""

from taroky.cli.main import main

__all__ = ["main"]
