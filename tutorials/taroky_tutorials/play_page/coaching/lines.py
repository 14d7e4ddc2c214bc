"""What the coach says: a row for each line. Its words are the message "coach." and its name, or what the table's own log
says of what has just happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from taroky_tutorials.play_page.coaching.moment import Moment

#: What a line points at: your hand, a card of it, what can be chosen, the trick, the buttons, who is meant, what is paid.
OWN, CARD, CHOICES, TRICK, BUTTONS, PLATE, PAID = (
    "own",
    "card",
    "choices",
    "trick",
    "buttons",
    "plate",
    "paid",
)


@dataclass(frozen=True)
class Line:
    """One thing that the coach says, once in a hand.

    when: at which moments. points: at what. log: ids of sentences of the table's log; what it says is then the one that
    has just been logged. waits: the table goes on when you press "go on", and not when you do what is asked. hands: in
    how many hands it is said at most. choice: whether what is advised is one of several right things, so that you show that
    you know it by doing just that.
    """

    name: str
    when: Callable[[Moment], object]
    points: str
    log: tuple[str, ...] = ()
    waits: bool = False
    hands: int = 1
    choice: bool = False


def _asked(*kinds: str) -> Callable[[Moment], bool]:
    return lambda m: m.kind in kinds


def _logged(name: str, points: str, *ids: str) -> Line:
    """A line that says what the log has just said."""
    return Line(name, lambda m: m.says(*ids), points, log=ids, waits=True)


#: In this order: of several that are due the first is said.
LINES = (
    # Before the play
    Line(
        "hand",
        lambda m: m.kind,
        OWN,
        waits=True,
    ),
    _logged("declarer", PLATE, "guide.plays_called", "guide.plays_alone", "guide.each"),
    _logged("your_call", PLATE, "guide.your_call"),
    _logged("own_call", OWN, "guide.own_call"),
    Line("bid", _asked("bid"), CHOICES, choice=True, hands=2),
    Line("call", _asked("call"), CHOICES, choice=True, hands=2),
    Line("draw", _asked("draw", "pass"), CHOICES),
    Line("take", _asked("take", "reject"), CHOICES, choice=True),
    Line("look", _asked("look", "pick"), CHOICES),
    Line("choose", _asked("choose"), CHOICES, choice=True),
    Line("discard", _asked("discard"), OWN, choice=True, hands=2),
    Line("say", _asked("say"), CHOICES, choice=True, hands=2),
    # What a trick was
    _logged(
        "partner",
        TRICK,
        "guide.your_partner_out",
        "guide.you_out",
        "guide.partner_out",
        "guide.alone_out",
        "guide.alone_out.you",
    ),
    Line(
        "little_home",
        lambda m: m.little_taken and m.side,
        TRICK,
        waits=True,
    ),
    Line(
        "little_lost",
        lambda m: m.little_taken and m.side is False,
        TRICK,
        waits=True,
    ),
    _logged("trick", TRICK, "guide.trick", "guide.trick.you"),
    Line("points", lambda m: m.state.resting and m.sided and m.valuable, TRICK, waits=True),
    # Your cards
    Line("lead", lambda m: m.leads, OWN),
    Line("follow", lambda m: m.duty == "follow" and m.suit != "T", OWN, hands=2),
    Line("follow_tarok", lambda m: m.duty == "follow" and m.suit == "T", OWN),
    Line("trump", lambda m: m.duty == "tarok", OWN, hands=2),
    Line("free", lambda m: m.duty == "free", OWN),
    Line(
        "little",
        lambda m: m.kind == "play" and m.sided and m.holds_little and m.advised_card != m.little,
        CARD,
    ),
    Line(
        "give",
        lambda m: m.ahead and m.kind == "play" and m.side and m.value_advised > 1,
        OWN,
        choice=True,
        hands=2,
    ),
    Line(
        "win",
        lambda m: m.wins and m.sided and not m.side and m.worth > 2,
        OWN,
        choice=True,
        hands=2,
    ),
    Line(
        "save",
        lambda m: m.kind == "play" and m.best and not m.wins and m.side is False,
        OWN,
        choice=True,
        hands=2,
    ),
    # The end
    Line("won", lambda m: m.is_over and m.brought > 0 and m.is_paid, PAID, hands=5),
    Line("lost", lambda m: m.is_over and m.brought < 0 and m.is_paid, PAID, hands=5),
    Line("won_points", lambda m: m.is_over and m.brought > 0, PAID, hands=5),
    Line("lost_points", lambda m: m.is_over and m.brought < 0, PAID, hands=5),
    Line("even", lambda m: m.is_over and not m.brought, PAID, hands=5),
)
