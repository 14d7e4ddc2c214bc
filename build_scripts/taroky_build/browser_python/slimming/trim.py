"""Takes out of Pyodide's runtime the exports that only compiled extension modules would call: we load none.

Of its 8,600 exports the runtime's own JavaScript names 300. The others cost a line of the script each, and the
browser an object each when Python starts. Code and numbers of what is left stay as they are. Anything unknown
is an error, never a guess.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from taroky_build.errors import BuildError

SCRIPT, MODULE, LOADER = "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs"

_WORD = re.compile(r"[A-Za-z_$][\w$]*")
#: Where the script takes over what the module exports, each into a variable of its own.
_TAKEN = re.compile(r"(?<=function assignWasmExports\(wasmExports\)\{)[^}]*")
_ONE = re.compile(r'(\w+)=.*wasmExports\["(\w+)"\]')
_DECLARED = re.compile(r"(?<=var )\w+(?:,\w+){1000,}")

#: Numbers of the sections of a WebAssembly module, and of kinds of exports: functions and global variables.
#: https://webassembly.github.io/spec/core/binary/modules.html
_EXPORTS = 7
_FUNCTION, _GLOBAL = 0, 3
_HEADER = 8
#: It imports the places of these again: their names follow, each behind its length.
_LINKED = re.compile(rb"GOT\.(?:mem|func)([\x01-\x7f])")


def trim(pyodide: Path, target: Path) -> None:
    """Write script and module without these exports into a folder. Raises BuildError."""
    script = (pyodide / SCRIPT).read_text("utf-8")
    text, words = trimmed_script(script, (pyodide / LOADER).read_text("utf-8"))
    (target / SCRIPT).write_text(text, "utf-8")
    (target / MODULE).write_bytes(trimmed_module((pyodide / MODULE).read_bytes(), words))


def trimmed_script(script: str, loader: str) -> tuple[str, set[str]]:
    """The script without what it only takes over, and the names of all that it uses; loader: the script that
    loads it. Raises BuildError."""
    taken, declared = _TAKEN.search(script), _DECLARED.search(script)
    if not taken or not declared:
        raise _otherwise(SCRIPT)
    rest = script.replace(taken[0], "").replace(declared[0], "")
    words = set(_WORD.findall(rest + loader))
    lines: list[str] = []
    exported: set[str] = set()
    for line in taken[0].split(";"):
        one = _ONE.match(line)
        if not one:
            raise _otherwise(SCRIPT)
        if one[1] in words or one[2] in words:
            lines.append(line)
            exported.update(one.groups())
    names = [name for name in declared[0].split(",") if name in words or name in exported]
    text = script.replace(taken[0], ";".join(lines)).replace(declared[0], ",".join(names))
    return text, words | exported


def trimmed_module(module: bytes, words: set[str]) -> bytes:
    """The module without the functions and variables among its exports that no word names."""
    linked = _linked(module)
    parts, offset = [module[:_HEADER]], _HEADER
    while offset < len(module):
        kind = module[offset]
        size, start = _number(module, offset + 1)
        content, offset = module[start : start + size], start + size
        if kind == _EXPORTS:
            kept = [
                entry
                for name, of, entry in _exports(content)
                if of not in (_FUNCTION, _GLOBAL) or {name, f"_{name}"} & words or name in linked
            ]
            content = _encoded(len(kept)) + b"".join(kept)
        parts.append(bytes([kind]) + _encoded(len(content)) + content)
    return b"".join(parts)


def _exports(section: bytes) -> Iterator[tuple[str, int, bytes]]:
    """Of every export its name, its kind, and itself."""
    left, offset = _number(section, 0)
    for _ in range(left):
        size, start = _number(section, offset)
        end = start + size
        _, after = _number(section, end + 1)
        yield section[start:end].decode(), section[end], section[offset:after]
        offset = after


def _linked(module: bytes) -> set[str]:
    """The names of what the module imports again."""
    return {
        module[match.end() : match.end() + match[1][0]].decode()
        for match in _LINKED.finditer(module)
    }


def _number(data: bytes, offset: int) -> tuple[int, int]:
    """The number that begins here, in LEB128, and where it ends."""
    value = shift = 0
    while True:
        byte = data[offset]
        offset += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, offset
        shift += 7


def _encoded(value: int) -> bytes:
    data = bytearray()
    while value > 127:
        data.append(value & 127 | 128)
        value >>= 7
    return bytes([*data, value])


def _otherwise(file: str) -> BuildError:
    return BuildError(f"{file} of this Pyodide is written otherwise: look at slimming/trim.py.")
