"""What can be touched now, and what each touch sends."""

from __future__ import annotations

from taroky.hand import Choice

from taroky_tutorials.play_page.state import OF_HAND, PlayState

#: Where in the pack somebody cuts, in quarters.
CUTS = ("1", "2", "3")


def touchable(state: PlayState) -> tuple[Choice, ...]:
    """Return what can be touched now: cards of your hand, legal or not, and everything else that is
    legal."""
    if state.evening.hand.watched:
        return ()
    if state.options is None:
        return state.aside
    held = state.hand.holds(state.you)
    return tuple(
        choice
        for choice in (*state.options.choices, *state.aside)
        if choice.legal or (choice.kind in OF_HAND and choice.what in held)
    )


def value_of(choice: Choice) -> str:
    """Return what a button of this choice sends."""
    return f"{choice.kind} {choice.what}".strip()


def several(state: PlayState) -> str | None:
    """The kind of what is put together by several touches now, None if one touch does it."""
    if state.options is None or not state.yours or state.phase == "deal":
        return None
    kinds = [
        kind for kind in state.options.kinds if state.several(kind) is not None and kind != "play"
    ]
    if "say" in kinds and state.kind == "play" and state.evening.hand.panel != "sayings":
        kinds.remove("say")
    return kinds[0] if kinds else None
