"""What can be touched now, and what each touch sends."""

from __future__ import annotations

from taroky.hand import Choice

from taroky_tutorials.play_page.state import OF_HAND, Sitting

#: Where in the pack somebody cuts, in quarters.
CUTS = ("1", "2", "3")


def touchable(at: Sitting) -> tuple[Choice, ...]:
    """Return what can be touched now: cards of your hand, legal or not, and everything else that is
    legal."""
    if at.evening.hand.watched:
        return ()
    if at.options is None:
        return at.aside
    held = at.hand.holds(at.you)
    return tuple(
        choice
        for choice in (*at.options.choices, *at.aside)
        if choice.legal or (choice.kind in OF_HAND and choice.what in held)
    )


def value_of(choice: Choice) -> str:
    """Return what a button of this choice sends."""
    return f"{choice.kind} {choice.what}".strip()


def several(at: Sitting) -> str | None:
    """The kind of what is put together by several touches now, None if one touch does it."""
    if at.options is None or not at.yours or at.phase == "deal":
        return None
    kinds = [kind for kind in at.options.kinds if at.several(kind) is not None and kind != "play"]
    if "say" in kinds and at.kind == "play" and at.evening.hand.panel != "sayings":
        kinds.remove("say")
    return kinds[0] if kinds else None
