"""Faces of those who sit round the table, drawn from a few parts: head, hair, eyes, a beard, a hat."""

from __future__ import annotations

from itertools import product

from taroky_tutorials.page_parts.elements import Markup, element

#: A face is a skin, a colour of hair, a way it lies, and something more.
_SKINS = ("#f2d3b3", "#e3b78f", "#cf9a70", "#a8744f")
_HAIRS = ("#2c211b", "#6b4424", "#a9793a", "#8d8a86", "#e9e4da")
_LIES = (
    "M14 31c-2-20 36-20 36 0-3-6-6-9-9-10-7 3-16 3-20 1-4 2-6 5-7 9z",
    "M13 44c-6-36 44-36 38 0l-5 2c1-12-1-20-6-25-6 4-15 5-19 3-3 5-4 13-3 22z",
    "M15 27c2-17 32-17 34 0-5-5-10-6-17-6s-12 1-17 6z",
    "M14 33c-4-22 12-22 18-21 8-1 22 2 18 21-2-6-4-10-8-12l-20-1c-5 3-7 8-8 13z",
)
_MORE = ("", "beard", "glasses", "hat", "moustache")
#: The long hair, and what only men have.
_LONG, _OF_MEN = 1, ("beard", "moustache")
_DRAWN_FIRST = tuple(
    (skin, hair, lie, more)
    for number, (skin, hair, lie, more) in enumerate(
        product(range(len(_SKINS)), range(len(_HAIRS)), range(len(_LIES)), _MORE)
    )
    if number % 9 == (0 if not more or lie != 1 else 3)
)
#: Evenings keep a face by its place here, so new ones come last.
FACES = (
    *_DRAWN_FIRST,
    *(
        one
        for one in product(range(len(_SKINS)), range(len(_HAIRS)), (_LONG,), ("", "glasses"))
        if one not in _DRAWN_FIRST
    ),
)
_INK = "#2a2520"


def faces_of(woman: bool) -> list[int]:
    """The numbers of the faces that fit a woman's name, or a man's."""
    if woman:
        return [
            n for n, (*_, lie, more) in enumerate(FACES) if lie == _LONG and more not in _OF_MEN
        ]
    return [n for n, (*_, lie, _) in enumerate(FACES) if lie != _LONG]


def face(number: int) -> Markup:
    """A face, without a text of its own: the name is next to it."""
    skin, hair, lie, more = FACES[number % len(FACES)]
    parts = [
        element("circle", cx="32", cy="32", r="31", fill="#d8c9a6"),
        element("path", d="M8 64c2-14 12-18 24-18s22 4 24 18z", fill=_COATS[number % len(_COATS)]),
        element("path", d="M25 42h14v9c-4 4-10 4-14 0z", fill=_SKINS[skin]),
        element("ellipse", cx="32", cy="32", rx="15", ry="18", fill=_SKINS[skin]),
        element("path", d=_LIES[lie], fill=_HAIRS[hair]),
        *(element("circle", cx=x, cy="32", r="2", fill=_INK) for x in ("26", "38")),
        element("path", d="M27 42c3 2 7 2 10 0", fill="none", stroke=_INK, stroke_width="1.6"),
        *_extra(more, _HAIRS[hair]),
    ]
    return element("svg", *parts, class_="tk-face", viewBox="0 0 64 64", aria_hidden="true")


_COATS = ("#3d5a72", "#7a3b33", "#4d6142", "#6b5483", "#7d6232")


def _extra(more: str, hair: str) -> list[Markup]:
    match more:
        case "beard":
            return [element("path", d="M17 36c1 18 29 18 30 0-3 6-7 6-15 6s-12 0-15-6z", fill=hair)]
        case "moustache":
            return [
                element(
                    "path", d="M32 38c-4-2-8 0-9 3 4 1 7 0 9-1 2 1 5 2 9 1-1-3-5-5-9-3z", fill=hair
                )
            ]
        case "glasses":
            return [
                element(
                    "circle", cx=x, cy="32", r="5", fill="none", stroke=_INK, stroke_width="1.6"
                )
                for x in ("26", "38")
            ]
        case "hat":
            return [element("path", d="M10 22c8-3 36-3 44 0l-8-2C45 6 19 6 18 20z", fill="#4a3a2c")]
    return []
