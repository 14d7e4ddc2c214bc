"""The rule sets that come with the engine: one YAML table each, beside this file."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from taroky.errors import TableError
from taroky.messages import quoted, say
from taroky.messages.expected import suggestion
from taroky.rules import reading
from taroky.rules.tree import Node, read_file

FOLDER = Path(__file__).parent
#: What people say where they do not say by which rules.
USUAL = "hlucin"
_ABSTRACT = frozenset({"tarok54"})
_ID = re.compile(r"[a-z0-9-]{1,40}")


@cache
def ids() -> tuple[str, ...]:
    """The rule sets that come with the engine."""
    return tuple(
        sorted({p.stem for p in FOLDER.iterdir() if p.suffix in (".yaml", ".json")} - _ABSTRACT)
    )


@cache
def tree_of(game: str) -> Node:
    """The flattened tree of a rule set that comes with the engine. Raises TableError."""
    if not _ID.fullmatch(game):  # ids come from links too; they never name another folder
        raise _unknown(game)
    compiled = FOLDER / f"{game}.json"
    if compiled.exists():  # in the browser: already flattened at build time
        return read_file(compiled)
    path = FOLDER / f"{game}.yaml"
    if not path.exists():
        raise _unknown(game)
    return reading.flatten(read_file(path), tree_of)


def _unknown(game: str) -> TableError:
    """The refusal of an id that no rule set has."""
    message = say("table.no_rules", rules=quoted(game), near=suggestion(game, ids()))
    return TableError(message, file="", line=0, key=game)


def export_json(folder: Path) -> None:
    """Write every rule set, flattened, as JSON: what a place without PyYAML loads."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in (*ids(), *_ABSTRACT):
        text = json.dumps(tree_of(game).plain(), ensure_ascii=False, separators=(",", ":"))
        (folder / f"{game}.json").write_text(text, encoding="utf-8")
