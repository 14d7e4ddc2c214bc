"""Card art: every card of the pack drawn by script out of simple geometric parts. Imports nothing of ours;
`site_build` imports from here."""

from taroky_build.cardart.codes import CODES_78, pack_codes
from taroky_build.cardart.sprite import letters, sprite

__all__ = ["CODES_78", "letters", "pack_codes", "sprite"]
