"""Questions about the game a reader plays, which lead to a course, by the browser's own means, so that
they answer to a touch without a script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from taroky import rules
from taroky.messages import language, say
from taroky.rules.tree import read_file
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.reading import course_pages

from taroky_build.errors import BuildError

MARKER = "<!-- which -->"
FILE = Path(__file__).with_name("which.yaml")


def questions(file: Path | None = None) -> Markup:
    """The first question, with all others folded away below its answers. Raises BuildError."""
    file = file or _spoken()
    data = _read(file)
    problem = next(_problems(data), None)
    if problem is None:
        missing = [course for course in COURSES if course not in set(_courses(data))]
        problem = f"no answer leads to {missing[0]}" if missing else None
    if problem is not None:
        raise BuildError(f"{file.name}: {problem}.")
    return element("div", _question(data, 1), class_="tk-which")


def _spoken() -> Path:
    """The file in the language that is spoken, or in English."""
    own = FILE.parent / language() / FILE.name
    return own if own.exists() else FILE


@cache
def _read(file: Path) -> Any:
    return read_file(file).plain()


def _problems(data: Any) -> Iterator[str]:
    """Yield what is wrong with a question and all below it."""
    if not isinstance(data, Mapping) or not data.get("ask") or not data.get("answers"):
        yield "a question needs ask: and answers:"
        return
    for answer in data["answers"]:
        if "leads" in answer:
            if answer["leads"] not in COURSES:
                yield f"“{answer['say']}” leads to {answer['leads']}; there are {', '.join(COURSES)}"
        else:
            yield from _problems(answer)


def _courses(data: Mapping[str, Any]) -> Iterator[str]:
    for answer in data["answers"]:
        if "leads" in answer:
            yield answer["leads"]
        else:
            yield from _courses(answer)


def _question(data: Mapping[str, Any], depth: int) -> Markup:
    answers = [
        element(
            "li",
            element("details", element("summary", answer["say"]), _after(answer, depth)),
        )
        for answer in data["answers"]
    ]
    return element(
        "div",
        element("p", data["ask"], class_="tk-task"),
        element("ul", *answers),
        class_="tk-which-question",
    )


def _after(answer: Mapping[str, Any], depth: int) -> Markup:
    """Return what an answer leads to."""
    if "leads" not in answer:
        return _question(answer, depth + 1)
    table = rules.load(answer["leads"])
    numbers = {
        "cards": len(table.cards.cards),
        "players": len(table.active),
    }
    return element(
        "div",
        element("p", course_pages.words_of(table), " ", say("which.numbers", **numbers).text()),
        element(
            "p",
            element(
                "a",
                say("course.title", title=table.title).text(),
                class_="tk-button tk-button--primary",
                href=f"{answer['leads']}/",
            ),
        ),
        class_="tk-which-course",
    )
