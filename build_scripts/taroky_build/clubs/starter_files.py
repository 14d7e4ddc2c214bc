"""The files that a club's project begins with: its house table, its site's settings and its welcome page.

They are made from those in starter/, which have comments and `$name` where a value stands. Each value goes
through `scalar` or `in_markdown`, so that no name of a club is read as anything but its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template

import yaml
from taroky import rules
from taroky.messages import ENGLISH, languages, local_names, say, speaking
from taroky.rules import option_words
from taroky.rules.table import Table
from taroky.rules.tree import read_file
from taroky_tutorials.reference import house_options

STARTER = Path(__file__).parent / "starter"
HOUSE, CONFIG = "house.yaml", "mkdocs.yml"
_IGNORED = "site/\n.site.new/\n.site.old/\n.cache/\n"
#: A title in the menu of mkdocs.yml, with what stands before and after it.
_TITLE = re.compile(r"^( *- )([A-Z][^:\n]*)(:)", re.MULTILINE)
#: Signs of a plain title that Markdown takes for its own.
_MARKDOWN = re.compile(r"[_&]")


@dataclass(frozen=True)
class Starter:
    """A club's project. id, title: of its house table; parent: what that extends; spoken: the languages of
    the site, that of its root and of the house table first."""

    id: str
    title: str
    parent: Table
    spoken: tuple[str, ...]

    def files(self) -> dict[str, str]:
        """The text of every file, by its path in the project."""
        with speaking(self.spoken[0]):
            house = self.house_table()
        return {HOUSE: house, ".gitignore": _IGNORED, **dict(self._site())}

    def house_table(self) -> str:
        """A house table that says nothing yet, with what may be said as comments."""
        first = self.spoken[0]
        head = _filled(HOUSE, {**self._named(), "extends": self.parent.table}, first)
        lines = [
            *_options(self.parent),
            "",
            f"# {say('club.anything').text()}",
            *_examples(self.parent),
        ]
        return head + "\n".join(lines) + "\n"

    def _site(self) -> Iterator[tuple[str, str]]:
        first, *other_languages = self.spoken
        titles = _titles(first)
        site = {
            "languages": self.spoken,
            "known": ", ".join(languages()),
            **{name: say(f"site.{of}").text(first) for name, of in _TOGGLES.items()},
        }
        config = _filled(CONFIG, {**self._named(), **site})
        yield CONFIG, _TITLE.sub(lambda m: f"{m[1]}{scalar(titles.get(m[2], m[2]))}{m[3]}", config)
        yield "docs/index.md", _filled("index.md", self._named(), first)
        for one in other_languages:
            own = _titles(one)
            rows = [
                f"{scalar(titles.get(name, name))}: {scalar(own.get(name, name))}\n"
                for name in {**titles, **own}
            ]
            yield f"docs/nav.{one}.yaml", "".join(rows)
            yield f"docs/index.{one}.md", _filled("index.md", self._named(), one)

    def _named(self) -> dict[str, str]:
        return {"id": self.id, "title": self.title, "parent": self.parent.title}


#: The palette of the theme that each button leads to, by the name that the button has in mkdocs.yml.
_TOGGLES = {"to_dark": "default", "to_light": "slate"}


def scalar(text: str) -> str:
    """A text as YAML on one line, in quotes where YAML would read it as anything else."""
    plain = _dumped(text)
    return plain if len(plain.splitlines()) == 1 else _dumped(text, '"')


def _dumped(text: str, style: str | None = None) -> str:
    dumped: str = yaml.safe_dump(text, default_style=style, allow_unicode=True, width=10**6)
    return dumped.removesuffix("\n").removesuffix("\n...")


def in_markdown(text: str) -> str:
    """A text on one line that Markdown shows as it is."""
    return _MARKDOWN.sub(lambda sign: "&amp;" if sign[0] == "&" else f"\\{sign[0]}", text)


def _titles(spoken: str) -> dict[str, str]:
    """The titles of the menu in a language, by those in English."""
    file = STARTER / f"nav.{spoken}.yaml"
    return read_file(file).plain() if file.exists() else {}


def _filled(name: str, values: Mapping[str, str | Sequence[str]], spoken: str = ENGLISH) -> str:
    """A file of the starter, in a language if it is there in it, with its values: texts, and lists of
    texts."""
    own = (STARTER / name).with_suffix(f".{spoken}{Path(name).suffix}")
    file = own if own.exists() else STARTER / name
    written = in_markdown if file.suffix == ".md" else scalar
    shown = {
        key: written(value) if isinstance(value, str) else f"[{', '.join(map(written, value))}]"
        for key, value in values.items()
    }
    return Template(file.read_text("utf-8")).substitute(shown)


def _options(parent: Table) -> Iterator[str]:
    for topic, choices in house_options.by_topic(house_options.choices(parent)).items():
        yield f"  # --- {option_words.topic(topic).text()}"
        for choice in choices:
            point = f" ({choice.points[0]})" if choice.points else ""
            yield f"  # {choice.question}{point}"
            for value, answer in choice.answers:
                yield f"  #   {value}: {answer}"
            if choice.any_number:
                yield f"  #   {say('options.any_number').text()}"
            yield f"  # {choice.key}: {choice.stands}"
            yield "  #"


def _examples(parent: Table) -> Iterator[str]:
    """Cells of the parent as it has them, to be changed."""
    flat = rules.flat(parent.table)
    with local_names(parent.names):
        for section, row, cell in (("contracts", None, "rate"), ("declarations.rows", None, "pay")):
            here = flat
            for key in section.split("."):
                here = here.get(key, {})
            row_name = next(
                (name for name, cells in here.items() if isinstance(cells.get(cell), str)), row
            )
            if row_name is None:
                continue
            for depth, key in enumerate([*section.split("."), row_name]):
                yield f"# {'  ' * depth}{key}:"
            yield f"# {'  ' * (len(section.split('.')) + 1)}{cell}: {here[row_name][cell]}"
