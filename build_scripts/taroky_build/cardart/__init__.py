"""Card art: scripts draw every card of the pack from simple geometric shapes. Imports none of our code;
`site_build` imports from here."""

from taroky_build.cardart.codes import CODES_78, pack_codes
from taroky_build.cardart.sprite import letters, sprite

__all__ = ["CODES_78", "letters", "pack_codes", "sprite"]
