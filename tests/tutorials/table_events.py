"""What a person may do at the table, drawn at random, and documents of evenings at moments worth looking at."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from taroky.game import apply, legal
from taroky.game.view import view
from taroky.hand import Hand
from taroky.players.roster import player
from taroky_tutorials.play_page.customs import ASK_HOW_TO_DEAL
from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.events import step_to, update
from taroky_tutorials.play_page.events.choices import CUTS, several, touchable, value_of
from taroky_tutorials.play_page.links import match
from taroky_tutorials.play_page.modes import MATCH_HANDS
from taroky_tutorials.play_page.seating import sit_down
from taroky_tutorials.play_page.state import OF_HAND, PlayState, goes_by_itself, state_of


def some_event(state: PlayState, rng: random.Random) -> dict[str, str]:
    """Something that a person may do now."""
    if state.over and not state.resting:
        return {"next": "1"}
    if state.resting or goes_by_itself(state):
        return {"go": str(len(state.evening.hand.done))}
    if state.due:
        return {"me": state.due}
    kind = several(state)
    if kind is not None:
        few = (state.several(kind) or (0, 0))[0]
        must = [
            c
            for c in touchable(state)
            if c.kind == kind
            and c.legal
            and (c.what if kind in OF_HAND else value_of(c)) not in state.evening.hand.picked
        ]
        forced = [c for c in must if c.must] or must
        if forced and (
            len(state.evening.hand.picked) < few or (kind == "say" and any(c.must for c in must))
        ):
            choice = rng.choice(forced)
            value = choice.what if kind in OF_HAND else value_of(choice)
            return {"tap" if kind in OF_HAND else "act": value}
        return {"done": "1"}
    legal = [c for c in touchable(state) if c.legal]
    choice = rng.choice([c for c in legal if c.kind != "choose"] or legal)
    if choice.kind in OF_HAND:
        return {"tap": choice.what}
    ways = state.hand.table.deal.ways
    if choice.kind in ways and ways[choice.kind].pack == "cut":
        return {"act": f"{choice.kind} {rng.choice(CUTS)}"}
    return {"act": value_of(choice)}


def moments(game: str, seed: str, **fields: str) -> dict[str, dict[str, Any]]:
    """An evening's first hand at the first moment at which each kind of thing is asked, with a trick that rests, and
    at its end. fields: of the form where one sits down."""
    rng = random.Random(seed)
    step = step_to(sit_down({"rules": game, "seed": seed, **fields}, {ASK_HOW_TO_DEAL}))
    documents: dict[str, dict[str, Any]] = {}
    for _ in range(900):
        state = step.state
        if state.over and not state.resting:
            return {**documents, "over": state.evening.as_json()}
        if state.resting:
            documents["rests"] = state.evening.as_json()
        elif state.due:
            documents["due"] = state.evening.as_json()
        elif state.yours:
            name = (
                state.kind
                if state.kind != "play"
                else "follows"
                if state.hand.play.trick
                else "leads"
            )
            name = "deals" if state.phase == "deal" else name
            name += (
                ", one picked" if state.evening.hand.picked and state.several(state.kind) else ""
            )
            documents.setdefault(name, state.evening.as_json())
        step = update(step.evening, some_event(state, rng), patient=True)
    raise AssertionError("no end")


def bots_play(hand: Hand, rng: random.Random) -> Hand:
    """The hand, played on by rules of thumb that break ties at random."""
    bots = player("beginner", hand.table, rng)
    while (options := legal(hand)) is not None:
        hand = apply(hand, bots.act(view(hand, options.seat), options)[0])
    return hand


@lru_cache(maxsize=8)
def match_played(game: str, whose: str) -> Evening:
    """All of a match, at the payment of its last hand."""
    rng, evening = random.Random(whose), match.begun(game, "thumb", "m4tch")
    for number in range(MATCH_HANDS):
        ended = evening.in_hand(done=bots_play(state_of(evening).hand, rng).actions)
        if number < MATCH_HANDS - 1:
            evening = update(ended, {"next": "2026-11-25"}).evening
    return ended
