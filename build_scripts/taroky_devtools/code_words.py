"""Takes code apart into what a reader reads as words: names, docstrings, comments, and sentences that
Python or the Makefile say to people. Other strings are keys and ids that somebody else may hold.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Kind = Literal[
    "name", "variable", "annotation", "module", "docstring", "function", "comment", "text"
]

_SCRIPT = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
    |"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`
    |(?P<name>[A-Za-z_$][\w$]*)""",
    re.DOTALL | re.VERBOSE,
)
_STYLE = re.compile(r"(?P<comment>/\*.*?\*/)", re.DOTALL)
_HASH = re.compile(r"(?:^|(?<=\s))(?P<comment>#+ [^\n]*(?:\n[ \t]*#+ [^\n]*)*)", re.M)
#: A string with four words of small letters is a sentence for people.
_SENTENCE = re.compile(r"(?:\b[A-Za-z]?[a-z’]+[,;:]? ){3}[a-z’]+")
#: What `make help` prints behind a target.
_HELP = re.compile(r"^[a-z-]+:[^#\n]*## (?P<text>[^\n]*)", re.M)
_WITHIN = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_+")
#: What stands before each line of a comment.
_MARKS = re.compile(r"^\s*(?:#+:?|//+|/?\*+)", re.M)


@dataclass(frozen=True)
class Part:
    """A piece of code that is read as words: "annotation" is a name with its type ("rules: Table"),
    "function" a docstring of a function or method that is no test, "variable" a name that is given a value, "module" the
    name of the file, "text" a sentence for people."""

    kind: Kind
    line: int
    text: str


def parts(file: Path, text: str) -> Iterator[Part]:
    """Yield the names, docstrings and comments of a file of code, styles or data, or of the Makefile."""
    yield Part("module", 1, file.stem)
    reader = _makefile if file.name == "Makefile" else _READERS.get(file.suffix, _hash_comments)
    yield from reader(text)


def spaced(name: str) -> str:
    """Return a name as words: two for play_log and for playLog."""
    return _WITHIN.sub(" ", name).strip()


def _python(text: str) -> Iterator[Part]:
    tokens = [
        token
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type in (tokenize.NAME, tokenize.OP, tokenize.COMMENT)
    ]
    yield from _blocks(token for token in tokens if token.type == tokenize.COMMENT)
    for n, token in enumerate(tokens):
        if token.type == tokenize.NAME:
            yield Part("name", token.start[0], token.string)
            after = tokens[n + 1 : n + 3]
            if len(after) == 2 and after[0].string == ":" and after[1].type == tokenize.NAME:
                yield Part("annotation", token.start[0], f"{token.string}: {after[1].string}")
    nodes = [*ast.walk(ast.parse(text))]
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield Part("variable", node.lineno, node.id)
        elif isinstance(node, ast.arg):
            yield Part("variable", node.lineno, node.arg)
        yield from _docstrings(node)
    yield from _sentences(nodes)


def _sentences(nodes: Sequence[ast.AST]) -> Iterator[Part]:
    """Yield the strings that are sentences and no docstrings; what an f-string fills in is left out."""
    statements = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in statements and _SENTENCE.search(node.value):
                yield Part("text", node.lineno, node.value)


def _blocks(comments: Iterable[tokenize.TokenInfo]) -> Iterator[Part]:
    """Yield comments, those below each other as one."""
    lines: list[str] = []
    start = 0
    for token in comments:
        if token.start[0] != start + len(lines):
            if lines:
                yield Part("comment", start, "\n".join(lines))
            start, lines = token.start[0], []
        lines.append(_unmarked(token.string))
    if lines:
        yield Part("comment", start, "\n".join(lines))


def _docstrings(node: ast.AST) -> Iterator[Part]:
    function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    if not function and not isinstance(node, ast.Module | ast.ClassDef):
        return
    tested = function and node.name.startswith("test_")  # type: ignore[attr-defined]
    kind: Kind = "function" if function and not tested else "docstring"
    for statement in node.body:  # type: ignore[attr-defined]
        value = statement.value if isinstance(statement, ast.Expr) else None
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield Part(kind, statement.lineno, value.value)


def _script(text: str) -> Iterator[Part]:
    yield from _matches(_SCRIPT, text)


def _style(text: str) -> Iterator[Part]:
    yield from _matches(_STYLE, text)


def _hash_comments(text: str) -> Iterator[Part]:
    yield from _matches(_HASH, text)


def _makefile(text: str) -> Iterator[Part]:
    yield from _hash_comments(_HELP.sub(lambda hit: hit[0].partition("##")[0], text))
    for hit in _HELP.finditer(text):
        yield Part("text", text.count("\n", 0, hit.start()) + 1, hit["text"])


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[Part]:
    for hit in pattern.finditer(text):
        line = text.count("\n", 0, hit.start()) + 1
        if hit.lastgroup == "name":
            yield Part("name", line, hit[0])
        elif hit.lastgroup == "comment":
            yield Part("comment", line, _unmarked(hit[0]))


def _unmarked(comment: str) -> str:
    return _MARKS.sub(lambda mark: " " * len(mark[0]), comment)


_READERS: dict[str, Callable[[str], Iterator[Part]]] = {
    ".py": _python,
    ".js": _script,
    ".mjs": _script,
    ".css": _style,
}
