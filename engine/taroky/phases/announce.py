"""Announcing: declarations, bonuses and doubles, in the stages of the table.

Items of a turn are written "trul" (a declaration or a bonus), "jednoducha:II,IV,V" where cards are
shown, "flek:game", "reflek:pagat", and "flek:valat@B" for the valát that B announced.

Sources: HLU-ANN-01 to HLU-ANN-24, HLU-DBL-01 to HLU-DBL-11, HLU-VAR-02, HLU-VAR-03, POL-ANN-11 to
POL-ANN-13, MACH-ANN-01 to MACH-ANN-30, MACH-DBL-01 to MACH-DBL-04, VIC-ANN-01 to VIC-ANN-18,
VIC-DBL-01 to VIC-DBL-10, HEUN-ANNOUNCEMENTS-01 to HEUN-ANNOUNCEMENTS-12, FR-ANNOUNCE-01 to
FR-ANNOUNCE-11, FR-DOUBLING-01.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace as with_fields
from functools import partial
from itertools import chain, combinations, product

from taroky.cards import Card
from taroky.hand import (
    Action,
    Choice,
    Double,
    Hand,
    Legal,
    Phase,
    Refusal,
    Saying,
    Together,
    legal_among,
    replace,
)
from taroky.hand.tricks import plays
from taroky.messages import say
from taroky.phases import offers
from taroky.phases.bidding import undecided
from taroky.phases.declaring import ascending, check_combination, check_shown, default_shown, row_of
from taroky.phases.doubling import Target, name_of, parse_double, refuse_double, targets
from taroky.phases.sayings.choices import choices
from taroky.phases.sayings.closed import closed, not_here
from taroky.phases.sayings.rows import expand, judged_cards, judged_facts
from taroky.phases.sayings.stages import aside_stage, due, goes_on, talks
from taroky.rules.table import Seat, StageRow


class AnnouncePhase(Phase):
    """Asks in the stages of the table, one after another; some things may be said aside."""

    name = "announce"
    kinds = ("say",)
    together = ("say",)
    aside_kinds = ("say",)

    def turn(self, hand: Hand) -> Seat | None:
        asked = due(hand)
        return asked[2] if asked else None

    def aside(self, hand: Hand, seat: Seat) -> tuple[Choice, ...]:
        """Return what a seat may say besides the turns: shown cards before its own first card, claims
        during the play, doubles and words out of turn where the table lets them."""
        if not talks(hand.table) or not hand.contract or hand.ended or undecided(hand):
            return ()
        return self._said_aside(hand, seat) if seat in hand.active else ()

    def _said_aside(self, hand: Hand, seat: Seat) -> tuple[Choice, ...]:
        if not talks(hand.table):
            return ()
        asked = due(hand)
        if asked is not None and asked[2] == seat:
            return ()
        stage_and_row = aside_stage(hand, seat)
        if stage_and_row is None:
            return ()
        sayings = choices(hand, seat, *stage_and_row, False)
        if asked is not None and stage_and_row[1].starts != "anyone":
            words = hand.table.doubling.steps
            return tuple(c for c in sayings if c.what.partition(":")[0] in words)
        return sayings

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        asked = due(hand)
        if asked is not None and asked[2] == seat:
            surrender = offers.choices_until_lead(hand, seat) if hand.table.offers else ()
            offered = frozenset(("say", *(choice.kind for choice in surrender)))
            work = partial(self._open, hand, seat, asked[0], asked[1], surrender)
            free = partial(self._free, hand, seat, asked[0], asked[1], surrender)
            return Legal(seat, self.name, offered, work, {"say": (0, None)}, free=free)
        return legal_among(seat, self.name, self._said_aside(hand, seat), {"say": (1, None)})

    def _open(
        self, hand: Hand, seat: Seat, name: str, stage: StageRow, surrender: tuple[Choice, ...]
    ) -> tuple[Choice, ...]:
        return (*choices(hand, seat, name, stage), *surrender)

    def _free(
        self, hand: Hand, seat: Seat, name: str, stage: StageRow, surrender: tuple[Choice, ...]
    ) -> tuple[Choice, ...]:
        """The legal ones alone, without the reasons against what has no place in this stage."""
        open_here = choices(hand, seat, name, stage, False)
        return tuple([choice for choice in (*open_here, *surrender) if choice.legal])

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        if action.kind == "choose":
            return self._check_offer(hand, action)
        table, seat = hand.table, action.seat
        items = [item for item in action.what if item != "nothing"]
        if not items and self.turn(hand) != seat:
            return Refusal(say("announce.nobody_asks", seat=seat))
        if not items and table.declarations.voluntary:
            return None
        options = {c.what: c for c in hand.options_of(self, seat).choices if c.kind == "say"}
        refusal = self._check_items(hand, seat, items, options)
        if refusal is not None:
            return refusal
        rows = [name for item in items if (name := row_of(table, item))]
        missing = [what for what, c in options.items() if c.must and what not in rows]
        if missing:
            return Refusal(
                say("declare.mandatory", rows=missing),
                table.points_of("declarations.voluntary"),
            )
        if seat in hand.cards.untold:
            return None
        declared = hand.announce.declarations.get(seat, ())
        return check_combination(table, (*declared, *rows), judged_facts(hand, seat))

    def actions(self, hand: Hand, seat: Seat, kind: str) -> Sequence[Action]:
        if kind != "say":
            return super().actions(hand, seat, kind)
        silence = "nothing" if self.turn(hand) == seat else ""
        return Together(Action(seat, kind), partial(self._groups, hand, seat), silence)

    def _groups(self, hand: Hand, seat: Seat) -> list[list[tuple[str, ...]]]:
        """Return what may be said together, as three lists of which one thing each is said: declarations,
        bonuses, doubles. No bonus and no double is in the way of one of another list."""
        rows = hand.table.declarations.rows
        options = hand.options_of(self, seat)
        sayings = options.of("say")
        must = [choice.what for choice in sayings if choice.must]
        declarations = [choice.what for choice in sayings if choice.what in rows]
        bonuses = [choice.what for choice in sayings if choice.what in hand.table.bonuses]
        doubles = [c.what for c in sayings if c.what not in (*declarations, *bonuses)]
        declared = hand.announce.declarations.get(seat, ())
        facts = judged_facts(hand, seat)
        together = [
            some
            for some in _some_of(declarations)
            if {*must} <= {*some} and not check_combination(hand.table, (*declared, *some), facts)
        ]
        judged = {choice.what: choice for choice in sayings}
        return [
            [items for some in together for items in self._shown(hand, seat, some)],
            list(_some_of(bonuses)),
            [some for some in _some_of(doubles) if not self._check_items(hand, seat, some, judged)],
        ]

    def _shown(self, hand: Hand, seat: Seat, rows: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Yield these declarations with every way to show the cards that they ask for."""
        cards = judged_cards(hand, seat)
        ways = []
        for row in rows:
            n = hand.table.declarations.rows[row].shows
            usual = () if n is None else default_shown(hand.table, n, cards)
            shown = (
                ascending(hand.table, some)
                for some in combinations(cards, n or 0)
                if n and not check_shown(hand.table, row, cards, some)
            )
            ways.append([row, *(f"{row}:{','.join(some)}" for some in shown if some != usual)])
        return product(*ways)

    def recorded(self, hand: Hand, action: Action) -> Action:
        if action.kind != "say":
            return super().recorded(hand, action)
        items = [item for item in action.what if item not in ("", "nothing")]
        spelled = sorted(self._spelled(hand, action.seat, item) for item in items)
        return action._replace(what=tuple(item for _, item in spelled) or ("nothing",))

    def _spelled(self, hand: Hand, seat: Seat, item: str) -> tuple[tuple[int, ...], str]:
        """An item as it is recorded, and its place among those that are said with it: declarations,
        bonuses, doubles, each in their order."""
        table = hand.table
        row, _, shown = item.partition(":")
        if row in table.declarations.rows:
            n, cards = table.declarations.rows[row].shows, judged_cards(hand, seat)
            some = ascending(table, shown.split(",")) if shown else ()
            usual = not some or (n is not None and some == default_shown(table, n, cards))
            place = list(table.declarations.rows).index(row)
            return (0, place), row if usual else f"{row}:{','.join(some)}"
        if item in table.bonuses:
            return (1, list(table.bonuses).index(item)), item
        double = parse_double(hand, item)
        assert isinstance(double, Double)
        target = double.target, double.sayer
        place, step = targets(hand).index(target), list(table.doubling.steps).index(double.word)
        return (2, place, step), f"{double.word}:{name_of(target)}"

    def _check_offer(self, hand: Hand, action: Action) -> Refusal | None:
        for choice in offers.choices_until_lead(hand, action.seat):
            if (choice.what,) == action.what:
                return choice.refusal
        return offers.check(hand, "after_draw", action)

    def _check_items(
        self, hand: Hand, seat: Seat, items: Sequence[str], options: Mapping[str, Choice]
    ) -> Refusal | None:
        """Why the first of these items that cannot be said cannot; doubles follow one another."""
        table = hand.table
        doubles_open = any(what.partition(":")[0] in table.doubling.steps for what in options)
        seen: set[str] = set()
        after = hand
        for item in items:
            word = row_of(table, item) or item.partition(":")[0]
            doubles = word in table.doubling.steps
            once = item if doubles else word
            if once in seen:
                return Refusal(say("announce.twice", item=item))
            seen.add(once)
            if doubles and doubles_open:
                double = parse_double(after, item)
                if isinstance(double, Refusal):
                    return double
                refusal = refuse_double(after, seat, double)
                after = _doubled_too(after, [with_fields(double, by=seat)])
            elif word in options and (word in table.declarations.rows or item == word):
                refusal = options[word].refusal or self._check_shown(hand, seat, word, item)
            else:
                refusal = self._not_open(hand, seat, word, item)
            if refusal is not None:
                return refusal
        return None

    def _check_shown(self, hand: Hand, seat: Seat, word: str, item: str) -> Refusal | None:
        """Why these cards cannot be shown with a declaration."""
        _, colon, shown = item.partition(":")
        if not colon or seat in hand.cards.untold:
            return None
        return check_shown(hand.table, word, judged_cards(hand, seat), shown.split(","))

    def _not_open(self, hand: Hand, seat: Seat, word: str, item: str) -> Refusal:
        """Why something that is no option cannot be said."""
        table, asked = hand.table, due(hand)
        if word in table.doubling.steps:
            stage = f"announce.stages.{asked[0]}.says" if asked else "announce"
            return Refusal(say("announce.not_now", item=item), table.points_of(stage))
        if word in table.bonuses or word in table.declarations.rows:
            stage_and_row = asked or aside_stage(hand, seat)
            if stage_and_row is None:
                return Refusal(say("announce.not_now", item=item))
            return not_here(hand, stage_and_row[0], word)
        if ":" in item and not table.doubling.steps:
            return Refusal(say("double.none"), table.points_of("doubling.steps"))
        return Refusal(
            say(
                "hand.no_such",
                what=item,
                expected=[
                    *table.declarations.rows,
                    *table.bonuses,
                    *(f"{w}:{name_of(t)}" for t in targets(hand) for w in table.doubling.steps),
                ],
            )
        )

    def apply(self, hand: Hand, action: Action) -> Hand:
        if action.kind == "choose":
            return offers.take(hand, action)
        table, seat = hand.table, action.seat
        asked = due(hand)
        if asked is not None and asked[2] == seat:
            stage = asked[0]
        else:
            stage_and_row = aside_stage(hand, seat)
            assert stage_and_row is not None
            stage = stage_and_row[0]
        rows: list[str] = []
        bonuses: list[Target] = []
        doubles: list[Double] = []
        shown: list[tuple[Seat, str, tuple[Card, ...]]] = []
        for item in action.what:
            name = row_of(table, item)
            if name:
                rows.append(name)
                n = table.declarations.rows[name].shows
                if n is not None:
                    cards = tuple(item.partition(":")[2].split(",")) if ":" in item else ()
                    cards = cards or default_shown(table, n, judged_cards(hand, seat))
                    shown.append((seat, name, ascending(table, cards)))
            elif item in table.bonuses:
                bonuses.append((seat, item))
            elif item != "nothing":
                double = parse_double(_doubled_too(hand, doubles), item)
                assert isinstance(double, Double)
                doubles.append(with_fields(double, by=seat))
        if not (rows or bonuses or doubles):
            saying = Saying(stage, seat, (), len(plays(hand)))
            announce = replace(hand.announce, sayings=(*hand.announce.sayings, saying))
            return self._heard(replace(hand, announce=announce))
        declared = (*hand.announce.declarations.get(seat, ()), *rows)
        items = tuple(item for item in action.what if item != "nothing")
        announce = replace(
            hand.announce,
            declarations={**hand.announce.declarations, seat: declared}
            if rows
            else hand.announce.declarations,
            announced=(*hand.announce.announced, *bonuses),
            doubles=(*hand.announce.doubles, *doubles),
            displayed=(*hand.announce.displayed, *shown),
            sayings=(*hand.announce.sayings, Saying(stage, seat, items, len(plays(hand)))),
        )
        return self._heard(replace(hand, announce=announce))

    def _heard(self, hand: Hand) -> Hand:
        """The hand, with whether announcing is over now."""
        asked = due(hand)
        silent = asked is None or asked[1].closes != "lead"
        if silent == hand.announce.announcing_over:
            return hand
        return replace(hand, announce=replace(hand.announce, announcing_over=silent))

    def by_itself(self, hand: Hand) -> Hand:
        """An offer that ends the hand when nobody has anything more to say before the first lead."""
        offer = offers.engine_offer(hand)
        return replace(hand, ended=offer) if offer else hand

    def places(self, hand: Hand, action: Action) -> list[str]:
        """Return when, and by whom, these items are said."""
        table = hand.table
        if action.kind != "say":
            return []
        cells: list[str] = []
        for item in action.what:
            word = item.partition(":")[0]
            what = "doubles" if word in table.doubling.steps else word
            stages = [n for n, s in table.announce.stages.items() if what in expand(table, s.says)]
            cells += [f"announce.stages.{name}.self" for name in stages] or ["announce.stages"]
            if ":" in item and not table.doubling.steps:
                cells.append("doubling.self")
            if stages and word in table.bonuses:
                cells.append(f"bonuses.{word}.say_who")
        return cells or ["announce.stages"]

    def closed(self, hand: Hand, action: Action) -> Refusal | None:
        """Why something cannot be said at all in this contract, or no longer."""
        return closed(hand, action)

    def done(self, hand: Hand) -> bool:
        """Whether nobody is asked any more, and no stage goes on beside the play."""
        return due(hand) is None and not goes_on(hand)


def _some_of(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield none of these words, each of them, each two of them and so on, in their order."""
    return chain.from_iterable(combinations(words, n) for n in range(len(words) + 1))


def _doubled_too(hand: Hand, doubles: Sequence[Double]) -> Hand:
    """The hand with these doubles said, too."""
    all_doubles = (*hand.announce.doubles, *doubles)
    return replace(hand, announce=replace(hand.announce, doubles=all_doubles))
