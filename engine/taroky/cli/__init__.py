"""The command line `taroky`, with a file for each kind of command. It may import every subpackage of the
engine; nothing imports it.
"""

from taroky.cli.main import main

__all__ = ["main"]
