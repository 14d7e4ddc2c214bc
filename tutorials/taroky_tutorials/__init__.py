"""Lessons and widgets that teach Taroky, as views in Python: the build draws pages with them, and the
browser draws what has changed. `.importlinter` at the top of the project says which subpackage may import which.

Here is only the door through which pages ask (`browser`), and the messages of this package.
"""

from pathlib import Path

from taroky.messages import add_folder

add_folder(Path(__file__).parent / "messages")
