"""House tables as one word that fits into an address: "h." and base64url of the compressed compact
JSON of the table's own text tree (`extends`, `title`, what differs). Compressed with a checksum, so
that a damaged word is no other house's table.

What a house writes comes from strangers' links and files: its size, depth and every text in it are
limited here, before anything else reads it.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator

from taroky import json_input
from taroky.errors import TableError
from taroky.messages import say
from taroky.rules.reading.nodes import NOTED, meant_as_number, number_expected
from taroky.rules.tree import MOST_DEPTH, Node, from_plain

PREFIX = "h."
#: The longest text of a house table, in bytes, and the longest name it can have.
MOST_TEXT = 64_000
MOST_NAME = 60_000
#: What errors about a packed table call the file.
PLACE = "house rules"
_KEY = re.compile(r"[A-Za-z0-9_.,+:-]{1,60}")
#: An id of a rule set: a folder's name in addresses, and what progress is kept under.
TABLE_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
#: Words, numbers and what people call things: letters of any language and what stands between them,
#: nothing that HTML, Markdown or an address would take for its own.
_TEXT = re.compile(r"(\w[\w .,:'’/&()+–-]{0,79})?|-?[0-9.]{1,20}")


def is_packed(name: str) -> bool:
    """Whether a rule set's name is a packed house table, whole or damaged."""
    return name.startswith(PREFIX)


def pack(own: Node) -> str:
    """The name of a house table with this text tree. Raises TableError if it is too long."""
    text = json.dumps(own.plain(), ensure_ascii=False, separators=(",", ":"))
    data = text.encode()
    if len(data) > MOST_TEXT:
        raise own.error(say("table.too_long", n=len(data), most=MOST_TEXT))
    return PREFIX + base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


def unpack(name: str) -> Node:
    """The text tree that a packed name holds, every text in it looked at. Raises TableError."""
    damaged = TableError(say("table.damaged"), file="", line=0, key="")
    code = name.removeprefix(PREFIX)
    if not is_packed(name) or not code or len(name) > MOST_NAME:
        raise damaged
    try:
        raw = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(raw, MOST_TEXT + 1)
        if len(data) > MOST_TEXT or not unpacker.eof or unpacker.unused_data:
            raise damaged
        text = data.decode()
        if json_input.depth(text) > MOST_DEPTH:
            raise damaged
        own = from_plain(json.loads(text, parse_constant=str), PLACE)
    except (ValueError, zlib.error, RecursionError):
        raise damaged from None
    if not isinstance(own.value, dict):
        raise damaged
    look_at(own)
    return own


def is_whole(name: str) -> bool:
    """Whether a packed name is what it was, whatever it says."""
    try:
        unpack(name)
    except TableError as problem:
        return problem.message.id != "table.damaged"
    return True


def look_at(own: Node) -> None:
    """Refuse what no house table needs: sections that the reader writes itself, keys and values that
    are no plain words, names that are no names. Raises TableError."""
    cells = own.value if isinstance(own.value, dict) else {}
    for key in cells:
        if key in NOTED:
            raise own.error(say("table.noted", key=key), key)
    for path, node in _texts(own, ()):
        text = str(node.value)
        if not _TEXT.fullmatch(text) or (not text and path[0] in ("title", "names")):
            is_name = path[0] in ("title", "names")
            words = say("table.no_plain_text", path=".".join(path), value=_shown(text))
            meant = not is_name and meant_as_number(text)
            raise node.error(number_expected(".".join(path), text) if meant else words)


def _shown(text: str) -> str:
    """The beginning of a text on one line."""
    return "".join(c if c.isprintable() else "?" for c in text[:40])


def _texts(node: Node, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Node]]:
    if isinstance(node.value, dict):
        for key, item in node.value.items():
            if not _KEY.fullmatch(key):
                raise node.error(
                    say("table.no_plain_key", path=".".join(path) or "table", key=_shown(key)), key
                )
            yield from _texts(item, (*path, key))
    elif isinstance(node.value, tuple):
        for item in node.value:
            yield from _texts(item, path)
    else:
        yield path or ("table",), node
