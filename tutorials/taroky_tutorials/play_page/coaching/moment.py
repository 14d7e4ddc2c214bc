"""A moment of a hand as a coach's line asks about it: what you are asked, what has just happened, what is advised."""

from __future__ import annotations

import random
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache

from taroky.cards import Card
from taroky.game import legal, replay
from taroky.game.record import Record
from taroky.game.view import view
from taroky.hand import Action, Trick, legal_among
from taroky.messages import Message
from taroky.players.roster import player
from taroky.rules.table import Seat
from taroky.settling.paying import Settlement, finished_facts, settle

from taroky_tutorials.page_parts.payment_summary import transfers
from taroky_tutorials.play_page.state import PlayState, goes_by_itself

#: Who advises on cards, and who on all that is said before: both are quick, and give the same advice for the same hand.
ON_CARDS, BEFORE = "club", "thumb"


@lru_cache(maxsize=8)
def _advice(start: Record, done: tuple[Action, ...]) -> Action:
    hand = replay(start.start(), done)
    options = legal(hand)
    assert options is not None
    name = BEFORE
    if "play" in options.kinds:  # what may be said beside a card is left for later hands
        name, options = ON_CARDS, legal_among(options.seat, options.phase, options.of("play"))
    adviser = player(name, hand.table, random.Random(len(done)))
    return adviser.act(view(hand, options.seat), options)[0]


@dataclass(frozen=True)
class Moment:
    """A hand at one moment, as you see it."""

    state: PlayState

    # -- what you are asked ---------------------------------------------------------------------

    @property
    def kind(self) -> str:
        """Return what you are asked, "" if nothing, or if there is no choice."""
        asked = not self.state.resting and not goes_by_itself(self.state)
        return self.state.kind if asked else ""

    @cached_property
    def advised(self) -> Action | None:
        """Return what the coach would do; None where you are asked nothing."""
        if not self.kind or self.state.phase == "deal":
            return None
        return _advice(self.state.evening.start, self.state.evening.hand.done)

    @property
    def leads(self) -> bool:
        """Whether you lead."""
        return self.kind == "play" and self.lying is None

    @property
    def suit(self) -> str:
        """Return the suit that you have to follow: "T" for taroky, "" for none."""
        pack = self.state.hand.table.cards
        led = pack.led(self.lying.cards) if self.kind == "play" and self.lying else None
        return pack.suit(led) if led is not None else ""

    @property
    def duty(self) -> str:
        """Return what you must do in the trick: "follow" its suit, "tarok" because you have none, or nothing ("free")."""
        pack, held = self.state.hand.table.cards, self.state.hand.holds(self.state.you)
        if not self.suit:
            return ""
        if any(pack.suit(card) == self.suit for card in held):
            return "follow"
        return "tarok" if any(map(pack.is_tarok, held)) else "free"

    @property
    def advised_card(self) -> Card:
        """The card that the coach would play, "" for none."""
        return self.advised.what[0] if self.advised and self.advised.kind == "play" else ""

    @property
    def value_advised(self) -> int:
        """The points of the card that the coach would play."""
        return self.state.hand.table.cards.value(self.advised_card) if self.advised_card else 0

    @property
    def wins(self) -> bool:
        """Whether the card that is advised is better than all that have been played."""
        return bool(self.best and self.advised_card) and self.state.hand.table.cards.beats(
            self.advised_card, self.best
        )

    # -- the trick ------------------------------------------------------------------------------

    @property
    def lying(self) -> Trick | None:
        """The trick that is played, or the last one while it rests."""
        play = self.state.hand.play
        return play.trick or (play.tricks[-1] if self.state.resting else None)

    @property
    def best(self) -> Card:
        """The best card of the trick, "" before its first card."""
        trick = self.lying
        return trick.cards[self.state.hand.table.cards.winner(trick.cards)] if trick else ""

    @property
    def ahead(self) -> Seat:
        """Return who takes the trick, or would as it is, "" for nobody."""
        trick = self.lying
        return (trick.winner or trick.by(self.best)) if trick else ""

    @property
    def sided(self) -> bool:
        """Whether two sides play against each other, and not everybody for themselves."""
        return bool(self.state.hand.contract) and self.state.hand.row.sides != "each"

    @property
    def side(self) -> bool | None:
        """Whether the player who is ahead is on your side; None if you cannot know, or if there are no sides."""
        ahead, you = self.ahead, self.state.you
        return self.state.hand.knows_side(you, ahead) if ahead and self.sided else None

    @property
    def worth(self) -> int:
        """The points of the cards in the trick."""
        trick = self.lying
        return sum(map(self.state.hand.table.cards.value, trick.cards)) if trick else 0

    @property
    def valuable(self) -> tuple[Card, ...]:
        """The cards of the trick that are worth more than a card without a value."""
        pack, trick = self.state.hand.table.cards, self.lying
        least = min(map(pack.value, pack.cards))
        return tuple(c for c in trick.cards if pack.value(c) > least) if trick else ()

    @property
    def little(self) -> Card:
        """The lowest tarok if it is worth more than others, so that one wants to bring it home; "" if not."""
        pack = self.state.hand.table.cards
        lowest, next_one = pack.trumps[-1], pack.trumps[-2]
        return lowest if pack.value(lowest) > pack.value(next_one) else ""

    @property
    def holds_little(self) -> bool:
        """Whether you hold that tarok."""
        return self.little in self.state.hand.holds(self.state.you)

    @property
    def little_taken(self) -> bool:
        """Whether that tarok is in the trick that rests."""
        trick = self.lying
        return self.state.resting and trick is not None and self.little in trick.cards

    # -- the end ----------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the payment is shown."""
        return self.state.over and not self.state.resting

    @cached_property
    def _settled(self) -> Settlement:
        facts = finished_facts(self.state.hand, self.state.evening.session.pots)
        return settle(self.state.hand.table, facts)

    @property
    def brought(self) -> Decimal:
        """Return what the hand has brought you, in the table's unit."""
        return self._settled.payments.get(self.state.you, Decimal(0))

    @property
    def is_paid(self) -> bool:
        """Whether one player pays another, and points are not only written down."""
        return bool(transfers(self._settled))

    # -- what has just happened -------------------------------------------------------------------

    @property
    def news(self) -> tuple[Message, ...]:
        """Return what has been said of the last action."""
        return tuple(message for message, _ in self.state.log[-1][1]) if self.state.log else ()

    def says(self, *names: str) -> Message | None:
        """Return the first sentence about the last action that has one of these ids."""
        return next((message for message in self.news if message.id in names), None)
