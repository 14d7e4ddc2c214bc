"""Why an action is better than another, in sentences made of facts: what both bring, what becomes of the
trick and the points, who is known to have run out of the suit, what is still out. Each comes with the
rule points it rests on and the strategy page that tells more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from taroky.game.unseen import lacks, not_held
from taroky.game.view import View
from taroky.hand import Action, Hand, Reason
from taroky.messages import Message, say
from taroky.players.comparing import Worth
from taroky.players.trick_value import aim_of
from taroky.rules.table import Seat, Table, UnitRow

#: Smaller differences of points, and of hands among a hundred, are not worth a sentence.
_POINTS, _HANDS, _TRICKS = 1.0, 5.0, 20.0
#: Saying or doing one of these is to leave things as they are: what it is compared with is the subject.
_LEAVES = {("bid", "pass"), ("say", "nothing"), ("choose", "play_on")}


def because(message: Message, points: Sequence[str] = (), page: str = "") -> Reason:
    """A piece of advice with the rule points it rests on and the strategy page that tells more."""
    return Reason(message, points, page=page)


def reworded(reason: Reason, message: Message) -> Reason:
    """The same reason in another sentence."""
    return Reason(message, reason.points, page=reason.page)


def reasons(table: Table, view: View, best: Worth, other: Worth) -> list[Reason]:
    """Why the first is better than the second, the most telling first: what both bring, and whatever
    speaks for the first. What speaks against it is no reason."""
    hand: Hand = view.unseen().hand
    why = [_worth(table, hand, best, other)]
    why += [*ahead(table), *_of_tricks(table, hand, best, other)]
    if best.gains - other.gains >= _HANDS:
        which = "reason.ahead_in" if unpaid(table) else "reason.gains"
        why.append(because(say(which, often=round(best.gains), other=round(other.gains))))
    return why + card_reasons(table, view, hand, best.action)


def _of_tricks(table: Table, hand: Hand, best: Worth, other: Worth) -> Iterator[Reason]:
    """Yield that a card takes the trick more often and brings more points, where that is good, or less
    where it is not."""
    if best.action.kind != "play" or best.takes is None or other.takes is None:
        return
    aim = aim_of(hand)
    if aim * (best.takes - other.takes) >= _TRICKS:
        message = say("reason.trick", often=round(best.takes), other=round(other.takes))
        yield because(message, table.points_of(f"play.{hand.row.play}.wins"))
    if best.points is not None and other.points is not None:
        more = best.points - other.points
        if aim * more >= _POINTS:
            which = "reason.more_points" if aim > 0 else "reason.fewer_points"
            yield because(say(which, n=round(abs(more))), table.points_of("count.sides"))


def card_reasons(table: Table, view: View, hand: Hand, action: Action) -> list[Reason]:
    """Return what can be seen of the cards that speaks for playing one. hand: the hand with the hidden
    cards anywhere. Of other actions there is none."""
    return [*_of_cards(table, view, hand, action.what[0])] if action.kind == "play" else []


def ahead(table: Table) -> list[Reason]:
    """Return what counts where points are written that nobody pays; nothing elsewhere."""
    written = unpaid(table)
    if not written:
        return []
    return [because(say("reason.ahead"), table.points_of(f"payments.{written}.payer"))]


def unpaid(table: Table) -> str:
    """The payment that is written and that nobody pays, "" where somebody pays every one. With it what
    counts is how far one is ahead (see `taroky.players.playout.money.worth`)."""
    return next((name for name, row in table.payments.items() if row.payer == "nobody"), "")


def _worth(table: Table, hand: Hand, best: Worth, other: Worth) -> Reason:
    """Return what both bring, with the rule of what is chosen and the page about such choices."""
    message = say(
        "reason.worth",
        best=done(best.action),
        worth=signed(best.mean, table.unit),
        other=done(other.action),
        less=signed(other.mean, table.unit),
        unit=table.unit.name,
    )
    leaves = (best.action.kind, *best.action.what) in _LEAVES
    about, than = (other, best) if leaves else (best, other)
    return because(message, *_subject(table, hand, about.action, than.action))


def _subject(table: Table, hand: Hand, action: Action, than: Action) -> tuple[Sequence[str], str]:
    """The rule points of what is done rather than something else, and the page about it."""
    row, what = hand.row if hand.contract else None, action.what
    if action.kind == "bid":
        of_game = table.points_of(f"contracts.{what[0]}.self") if what[0] in table.contracts else ()
        return of_game or table.points_of(f"auction.calls.{what[0]}.self"), "bidding"
    if action.kind == "choose":
        return table.points_of(f"offers.{what[0]}.self"), "bidding"
    if action.kind == "call":
        return table.points_of(f"calling.{row.calling}.names") if row else (), "calling"
    if action.kind == "discard":
        return table.points_of(f"discard.{row.discard}.counts_for") if row else (), "discards"
    if action.kind == "say":
        return _of_saying(table, next((item for item in what if item not in than.what), ""))
    if action.kind == "play":
        return (), "watching" if hand.play.tricks or hand.play.trick else "lead"
    return table.points_of(f"talon.{row.talon}.self") if row else (), ""


def _of_saying(table: Table, item: str) -> tuple[Sequence[str], str]:
    word, _, target = item.partition(":")
    if target and word in table.doubling.steps:
        return table.points_of("doubling.self"), "doubling"
    if item in table.bonuses:
        about = table.bonuses[item]
        last = about.card is not None and about.card == table.cards.trumps[-1]
        return table.points_of(f"bonuses.{item}.say"), "pagat" if last else ""
    return table.points_of(f"declarations.rows.{item}.self") if item else (), ""


# -- actions in words ------------------------------------------------------------------------------


def named(action: Action) -> Message:
    """An action as a label: its cards, what is said, or what is done."""
    what = [*action.what]
    if action.kind in ("play", "discard") or _calls_a_card(action):
        return say("reason.cards", cards=what)
    if action.kind in ("bid", "call", "choose"):
        return say("reason.bids", words=what)
    if action.kind == "say" and what != ["nothing"]:
        return say("reason.says", words=sayings_in_words(what))
    return done(action)


def done(action: Action) -> Message:
    """An action as what you do: "play the VII", "pass", "draw from the talon"."""
    what = [*action.what]
    if action.kind == "call":
        called = _calls_a_card(action)
        return say("reason.do.call", cards=what) if called else say("reason.do.bid", words=what)
    if action.kind == "bid":
        return say("reason.do.bid_pass") if what == ["pass"] else say("reason.do.bid", words=what)
    if action.kind == "say":
        silent = what == ["nothing"]
        return (
            say("reason.do.silent")
            if silent
            else say("reason.do.say", words=sayings_in_words(what))
        )
    if action.kind == "choose":
        return say("reason.do.choose", words=what)
    if action.kind in ("play", "discard"):
        return say(f"reason.do.{action.kind}", cards=what)
    if action.kind in ("look", "pick"):
        return say("reason.do.look", places=what)
    if action.kind == "take":
        return say("reason.do.take", which=what[0])
    return say(f"reason.do.{action.kind}")


def _calls_a_card(action: Action) -> bool:
    return action.kind == "call" and action.what[0].isupper()  # a card, not a word


def sayings_in_words(what: Sequence[str]) -> list[Message]:
    """Return what is said, a double with what it is about; who announced that ("pagat@B") is known at
    the table."""
    words = []
    for item in what:
        word, _, target = item.partition(":")
        words.append(
            say("reason.double", word=word, target=target.partition("@")[0])
            if target
            else say("reason.item", word=word)
        )
    return words


#: Amounts whose smallest step is finer are money, with two decimals.
_MONEY = Decimal("0.1")


def signed(value: float, unit: UnitRow) -> str:
    """An average with its sign, as in print: of money with two decimals, of points or chips with one,
    or with none where it is whole; nothing has no sign."""
    text = f"{value:+.2f}" if unit.step < _MONEY else f"{value:+.1f}".removesuffix(".0")
    return text.replace("-", "−") if float(text) else text.lstrip("+-")


# -- what can be seen ------------------------------------------------------------------------------


def _of_cards(table: Table, view: View, hand: Hand, card: str) -> Iterator[Reason]:
    """Yield what everybody can know about the suit of a card that is led or played."""
    pack = table.cards
    led = pack.led(view.trick.cards) if view.trick else None
    play = f"play.{hand.row.play}"
    suit = pack.suit(led or card)
    trumps = "trump" in table.play[hand.row.play].duties
    for seat in _still_to_play(view, hand):
        if suit in lacks(hand).get(seat, ()) and not pack.is_excuse(card):
            void = say("reason.void_taroky" if suit == "T" else "reason.void", seat=seat, suit=suit)
            duty = "free" if suit == "T" or not trumps else "duties.trump"
            yield because(void, table.points_of(f"{play}.{duty}"), "watching")
    here = view.trick.cards if view.trick else ()
    if pack.is_excuse(card) or any(pack.beats(other, card) for other in here):
        return
    higher = _higher_out(view, hand, card)
    if not higher:
        yield because(say("reason.highest", card=card), table.points_of(f"{play}.wins"), "watching")
    elif len(higher) <= 3:
        still_out = say("reason.higher", card=card, cards=higher)
        yield because(still_out, table.points_of(f"{play}.wins"), "watching")


def _still_to_play(view: View, hand: Hand) -> list[Seat]:
    """The others who play to this trick after the seat."""
    after = hand.from_seat(view.seat)[1:]
    played = view.trick.seats[: len(view.trick.cards)] if view.trick else ()
    return [seat for seat in after if seat not in played and hand.holds(seat)]


def _higher_out(view: View, hand: Hand, card: str) -> list[str]:
    """The higher cards of its suit that another player may hold, as far as this seat can know: not those
    that were played, are open in the talon or its own, nor what nobody can have any more."""
    pack = hand.table.cards
    known = {*view.cards, *view.discards, *view.shown}
    known.update(card for trick in view.tricks for card in (*trick.cards, *trick.extra))
    known.update(view.trick.cards if view.trick else ())
    known |= {*view.exposed, *view.talon_seen} & {*hand.cards.talon}
    opponents = [seat for seat in hand.active if seat != view.seat and hand.holds(seat)]
    without = not_held(hand)
    return [
        other
        for other in pack.cards
        if pack.suit(other) == pack.suit(card)
        and not pack.is_excuse(other)
        and pack.position(other) < pack.position(card)
        and other not in known
        and any(other not in without.get(seat, ()) for seat in opponents)
    ]
