"""Rule tables: `load("hlucin")` returns the flattened, checked `Table` of a rule set.

One YAML table per rule set is next to this file. A house table lies anywhere and `extends` one; it is
read from its file or its text, or loaded by its packed name (see `packing`), which holds all of it and
goes wherever the id of a rule set goes: addresses, records, sessions, requests.
"""

from taroky.rules.house_tables import origin, pack, unpack
from taroky.rules.loading import (
    as_word,
    as_yaml,
    flat,
    flat_file,
    load,
    mended,
    parse,
    place_of,
    read,
)
from taroky.rules.rule_sets import FOLDER, export_json, ids

__all__ = [
    "FOLDER",
    "as_word",
    "as_yaml",
    "export_json",
    "flat",
    "flat_file",
    "ids",
    "load",
    "mended",
    "origin",
    "pack",
    "parse",
    "place_of",
    "read",
    "unpack",
]
