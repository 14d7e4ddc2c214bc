"""Mistakes in YAML in words of people: PyYAML speaks of tokens, nodes and block ends, and in English alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from taroky.messages import Message, say

if TYPE_CHECKING:
    import yaml

#: What PyYAML says and the message that says it here, the first that fits.
_SAID = (
    (r"mapping values are not allowed here", "yaml.colon"),
    (r"could not find expected ':'", "yaml.no_colon"),
    (r"(sequence entries|mapping keys) are not allowed here", "yaml.own_line"),
    (r"found character '(\\)?(?P<sign>.)' that cannot start any token", "yaml.sign"),
    (r"expected alphabetic or numeric character, but found .*", "yaml.alias"),
    (r"found (unexpected end of stream|unexpected document separator)", "yaml.quote"),
    (r"found unknown escape character .*|expected escape sequence of .*", "yaml.escape"),
    (r"expected ',' or '[\]}]', but got .*", "yaml.bracket"),
    (r"expected <block end>, but found '<scalar>'", "yaml.after_quote"),
    (r"expected <block end>, but found '[\]},[{]'", "yaml.lone_bracket"),
    (r"expected the node content, but found .*", "yaml.lone_bracket"),
    (r"expected '?<(block end|document start)>'?, but found .*", "yaml.indent"),
    (r"expected (chomping|a comment).*", "yaml.block"),
)


def mistake(problem: yaml.MarkedYAMLError, lines: Sequence[str]) -> Message:
    """Return the mistake in a text that PyYAML cannot read. lines: the text."""
    mark, start = problem.problem_mark, problem.context_mark
    line = lines[mark.line] if mark and mark.line < len(lines) else ""
    if "\t" in line[: len(line) - len(line.lstrip())]:
        return say("yaml.tab")
    for pattern, name in _SAID:
        match = re.fullmatch(pattern, problem.problem or "")
        if match:
            begun = start.line + 1 if start else mark.line + 1 if mark else 0
            return say(name, line=begun, **match.groupdict())
    return say("yaml.other")
