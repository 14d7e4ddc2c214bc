"""Announcing: declarations, bonuses and doubles, in the stages of the table.

Items of a turn are written "trul" (a declaration or a bonus), "jednoducha:II,IV,V" where cards are
shown, "flek:game", "reflek:pagat", and "flek:valat@B" for the valát that B announced.

Sources: HLU-ANN-01 to HLU-ANN-24, HLU-DBL-01 to HLU-DBL-11, HLU-VAR-02, HLU-VAR-03, POL-ANN-11 to
POL-ANN-13, MACH-ANN-01 to MACH-ANN-30, MACH-DBL-01 to MACH-DBL-04, VIC-ANN-01 to VIC-ANN-18,
VIC-DBL-01 to VIC-DBL-10, HEUN-ANNOUNCEMENTS-01 to HEUN-ANNOUNCEMENTS-12, FR-ANNOUNCE-01 to
FR-ANNOUNCE-11, FR-DOUBLING-01.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace as with_fields
from functools import partial

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
    legal_among,
    replace,
)
from taroky.hand.condition_facts import facts_for, possible
from taroky.hand.exchange import exchanging
from taroky.hand.tricks import leader_of, over, played_by, plays
from taroky.messages import say
from taroky.phases import offers
from taroky.phases.bidding import undecided
from taroky.phases.declaring import (
    ascending,
    check_combination,
    check_shown,
    default_shown,
    holding_facts,
    judge_declarations,
    most_of,
    row_of,
)
from taroky.phases.doubling import (
    Target,
    name_of,
    parse_double,
    refuse_double,
    targets,
)
from taroky.rules.table import Seat, Stage, Table


def judged_cards(hand: Hand, seat: Seat) -> tuple[Card, ...]:
    """The cards a seat's declarations are judged on; once play has begun, those it began with."""
    if hand.rules.declarations.judged == "dealt":
        return hand.deal.dealt.get(seat, ())
    return hand.rules.cards.sort((*hand.holds(seat), *played_by(hand, seat)))


def has_role(hand: Hand, seat: Seat, role: str) -> bool:
    """Whether a seat has the part that a column names."""
    match role:
        case "any":
            return True
        case "first":
            return seat == hand.active[0]
        case "opener":
            return seat == hand.auction.opener
        case "others":
            return seat != hand.auction.opener
        case "dealer":
            return seat == hand.dealer
        case "declarer":
            return seat == hand.declarer
        case "declarers":
            return seat in hand.declarers or hand.may_hold_called(seat)
    return seat in hand.opponents


def sayable(hand: Hand, stage: Stage) -> frozenset[str]:
    """What this stage and the contract both let be said: rows, and "doubles"."""
    return expand(hand.rules, stage.says) & expand(hand.rules, hand.row.says)


def expand(rules: Table, says: tuple[str, ...]) -> frozenset[str]:
    known: frozenset[str] | None = rules.memo.get(("says", says))
    if known is None:
        known = rules.memo["says", says] = frozenset(_expanded(rules, says))
    return known


def _expanded(rules: Table, says: Iterable[str]) -> set[str]:
    kinds = {
        "declarations": set(rules.declarations.rows),
        "bonuses": set(rules.bonuses),
        "doubles": {"doubles"} if rules.doubling.steps else set(),
    }
    return {name for word in says for name in kinds.get(word, {word})}


class Announce(Phase):
    """Asks in the stages of the table, one after another; some things may be said aside."""

    name = "announce"
    kinds = ("say",)
    together = ("say",)
    aside_kinds = ("say",)

    def turn(self, hand: Hand) -> Seat | None:
        due = self._due(hand)
        return due[2] if due else None

    # -- whose turn it is ---------------------------------------------------------------------

    def _due(self, hand: Hand) -> tuple[str, Stage, Seat] | None:
        """The stage that asks now, and whom."""
        return hand.worked_out("announce.due", self._find_due)

    def _find_due(self, hand: Hand) -> tuple[str, Stage, Seat] | None:
        if not hand.contract or undecided(hand):
            return None
        for name, stage in hand.rules.announce.stages.items():
            if not sayable(hand, stage) or not _opened(hand, stage):
                continue
            if stage.closes == "lead" and (hand.play.tricks or hand.play.trick):
                continue
            seat = self._next(hand, name, stage)
            if seat is not None:
                return name, stage, seat
        return None

    def _next(self, hand: Hand, name: str, stage: Stage) -> Seat | None:
        said = [saying for saying in hand.announce.sayings if saying.stage == name]
        match stage.turns:
            case "before_own_first_card":
                return None
            case "any_time":
                return self._claimant(hand, name, stage)
            case "once" | "one_answer_each":
                spoke = {saying.seat for saying in said}
                order = hand.from_seat(_starter(hand, stage))
                left = [s for s in order if s not in spoke and has_role(hand, s, stage.who)]
                if stage.asked == "able":
                    left = [s for s in left if self._able(hand, s, name, stage)]
                return left[0] if left else None
        quiet = 0
        for saying in reversed(said):
            if _doubled(hand, saying):
                break
            quiet += 1
        if quiet >= self._quiet_needed(hand, name, stage, said):
            return None
        if stage.turns == "first_who_speaks" and _all_doubled(hand):
            return None
        if said:
            return hand.after(said[-1].seat)
        if stage.turns == "first_who_speaks" and hand.announce.doubles:
            return hand.after(hand.announce.doubles[-1].by)
        return _starter(hand, stage)

    def _quiet_needed(self, hand: Hand, name: str, stage: Stage, said: Sequence[Saying]) -> int:
        """How many have to be silent in a row: all but the last to double, or all if nobody was
        asked before."""
        others = len(hand.active) - 1
        if any(_doubled(hand, saying) for saying in said):
            return others
        if stage.turns == "first_who_speaks":
            free = hand.rules.doubling.first == "anyone" and not hand.announce.doubles
            return others + 1 if free else others
        stages = hand.rules.announce.stages
        before = list(stages)[: list(stages).index(name)]
        asked = any("doubles" in sayable(hand, stages[earlier]) for earlier in before)
        return others if asked else others + 1

    def _claimant(self, hand: Hand, name: str, stage: Stage) -> Seat | None:
        """Who is asked for a claim: after each card its player, or after the last card everybody
        who could still claim something."""
        played = plays(hand)
        if not played:
            return None
        if stage.closes == "next_card":
            seats: Sequence[Seat] = (played[-1][0],)
        elif over(hand):
            seats = hand.from_seat(hand.declarer)
        else:
            return None
        asked = {s.seat for s in hand.announce.sayings if s.stage == name and s.at == len(played)}
        return next(
            (s for s in seats if s not in asked and self._able(hand, s, name, stage)),
            None,
        )

    def _aside_stage(self, hand: Hand, seat: Seat) -> tuple[str, Stage] | None:
        """The stage in which a seat may speak although it is not asked."""
        due = self._due(hand)
        if due is not None:
            name, stage, _ = due
            spoke = {s.seat for s in hand.announce.sayings if s.stage == name}
            if stage.starts == "anyone" and seat not in spoke:
                return name, stage
            anyone = hand.rules.doubling.turn == "anyone"
            return (name, stage) if anyone and "doubles" in sayable(hand, stage) else None
        for name, stage in hand.rules.announce.stages.items():
            if not sayable(hand, stage) or not _opened(hand, stage):
                continue
            if stage.turns == "before_own_first_card" and not played_by(hand, seat):
                return name, stage
            if stage.turns == "any_time" and stage.closes == "settle" and plays(hand):
                return name, stage
        return None

    def aside(self, hand: Hand, seat: Seat) -> tuple[Choice, ...]:
        """What a seat may say besides the turns: shown cards before its own first card, claims
        during the play, doubles and words out of turn where the table lets them."""
        if not _talks(hand.rules) or not hand.contract or hand.ended or undecided(hand):
            return ()
        return self._said_aside(hand, seat) if seat in hand.active else ()

    def _said_aside(self, hand: Hand, seat: Seat) -> tuple[Choice, ...]:
        if not _talks(hand.rules):
            return ()
        due = self._due(hand)
        if due is not None and due[2] == seat:
            return ()
        found = self._aside_stage(hand, seat)
        if found is None:
            return ()
        choices = list(self._choices(hand, seat, *found, False))
        if due is not None and found[1].starts != "anyone":
            words = hand.rules.doubling.steps
            choices = [c for c in choices if c.what.partition(":")[0] in words]
        return tuple(choices)

    # -- what may be said ---------------------------------------------------------------------

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        due = self._due(hand)
        if due is not None and due[2] == seat:
            surrender = offers.choices_until_lead(hand, seat) if hand.rules.offers else ()
            offered = frozenset(("say", *(choice.kind for choice in surrender)))
            work = partial(self._open, hand, seat, due[0], due[1], surrender)
            return Legal(seat, self.name, offered, work, {"say": (0, None)})
        return legal_among(seat, self.name, self._said_aside(hand, seat), {"say": (1, None)})

    def _open(
        self, hand: Hand, seat: Seat, name: str, stage: Stage, surrender: tuple[Choice, ...]
    ) -> tuple[Choice, ...]:
        return (*self._choices(hand, seat, name, stage), *surrender)

    def _choices(
        self, hand: Hand, seat: Seat, name: str, stage: Stage, closed: bool = True
    ) -> tuple[Choice, ...]:
        """What the seat may say in a stage, and why not the rest; closed: rows that have no place
        in it as well."""
        rules = hand.rules
        open_here = sayable(hand, stage)
        choices: list[Choice] = []
        told = seat not in hand.cards.untold
        zones = {"dealt": hand.deal.dealt.get(seat, ()), "played": played_by(hand, seat)}
        judged = {
            choice.what: choice
            for choice in judge_declarations(rules, judged_cards(hand, seat), zones, open_here)
            if told
        }
        for row in rules.declarations.rows:
            choice = judged.get(row) or Choice("say", row)
            if row not in open_here and not closed:
                continue
            if row not in open_here:
                refusal: Refusal | None = self._closed(hand, name, row)
            elif choice.what in hand.announce.declarations.get(seat, ()):
                points = rules.points_of(f"declarations.rows.{choice.what}.self")
                refusal = Refusal(say("announce.already", bonus=choice.what), points)
            else:
                refusal = choice.refusal or self._too_late(hand, seat, name, choice.what)
                if refusal is None and told and hand.announce.declarations.get(seat):
                    together = (*hand.announce.declarations[seat], choice.what)
                    facts = holding_facts(rules, judged_cards(hand, seat), zones)
                    refusal = check_combination(rules, together, facts)
            must = refusal is None and told and self._must(hand, choice.what, seat)
            choices.append(choice._replace(refusal=refusal, must=must))
        for bonus in rules.bonuses:
            if bonus in open_here:
                choices.append(Choice("say", bonus, self._refuse_bonus(hand, seat, bonus)))
            elif closed:
                choices.append(Choice("say", bonus, self._closed(hand, name, bonus)))
        for target, sayer in targets(hand) if "doubles" in open_here else ():
            for word in rules.doubling.steps:
                double = Double(seat, word, target, sayer)
                choices.append(
                    Choice("say", f"{word}:{name_of((target, sayer))}",
                           refuse_double(hand, seat, double))
                )  # fmt: skip
        return tuple(choices)

    def _able(self, hand: Hand, seat: Seat, name: str, stage: Stage) -> bool:
        """Whether the seat has something to say in a stage."""
        return any(choice.legal for choice in self._choices(hand, seat, name, stage, False))

    def _closed(self, hand: Hand, name: str, what: str) -> Refusal:
        """Why a row cannot be said in this stage: the contract has no place for it, or the stage."""
        rules = hand.rules
        if what not in expand(rules, hand.row.says):
            return Refusal(
                say("announce.contract", item=what, contract=hand.contract),
                rules.points_of(f"contracts.{hand.contract}.says"),
            )
        stage = rules.announce.stages[name]
        late = self.closed(hand, Action("", "say", (what,)))
        if late is not None:
            return late
        own = next(
            (n for n, s in rules.announce.stages.items() if what in expand(rules, s.says)), name
        )
        message = (
            say("announce.only_doubles", words=list(rules.doubling.steps))
            if stage.says == ("doubles",)
            else say("announce.not_now", item=what)
        )
        if stage.says == ("doubles",):
            own = name
        return Refusal(message, rules.points_of(f"announce.stages.{own}.says"))

    def _too_late(self, hand: Hand, seat: Seat, name: str, row: str) -> Refusal | None:
        """Where a claim lasts only until the next card: whether that has been played."""
        rules = hand.rules
        stage = rules.announce.stages[name]
        if stage.turns != "any_time" or stage.closes != "next_card":
            return None
        before = {"dealt": hand.deal.dealt[seat], "played": played_by(hand, seat)[:-1]}
        facts = holding_facts(rules, judged_cards(hand, seat), before)
        if plays(hand)[-1][0] == seat and not rules.declarations.rows[row].when.holds(facts):
            return None
        return Refusal(
            say("announce.too_late", item=row),
            rules.points_of(f"announce.stages.{name}.closes"),
        )

    def _must(self, hand: Hand, name: str, seat: Seat) -> bool:
        """With compulsory declaring: everything held, of a group the dearest."""
        rules = hand.rules
        table = rules.declarations
        if table.voluntary:
            return False
        hide = table.may_hide
        if hide is not None and name in hide.rows and has_role(hand, seat, hide.who):
            return False
        group = table.rows[name].group
        if group is None:
            return True
        zones = {"dealt": hand.deal.dealt.get(seat, ()), "played": played_by(hand, seat)}
        facts = holding_facts(rules, judged_cards(hand, seat), zones)
        rivals = sorted(
            (
                (row.pay.value(facts), key)
                for key, row in table.rows.items()
                if row.group == group and row.when.holds(facts)
            ),
            reverse=True,
        )
        most = most_of(table.per_group[group], facts)
        return name in {key for _, key in rivals[:most]}

    def _refuse_bonus(self, hand: Hand, seat: Seat, bonus: str) -> Refusal | None:
        rules = hand.rules
        row = rules.bonuses[bonus]
        path = f"bonuses.{bonus}"
        points = rules.points_of(f"{path}.say")
        if (seat, bonus) in hand.undertaken:
            return Refusal(say("announce.already", bonus=bonus), points)
        others = [by for by, said in hand.undertaken if said == bonus]
        if row.first_only and others:
            return Refusal(
                say("announce.taken", bonus=bonus, seat=others[0]),
                rules.points_of(f"{path}.first_only"),
            )
        if not has_role(hand, seat, row.say_who):
            return Refusal(
                say("announce.who", bonus=bonus, seat=seat, role=row.say_who),
                rules.points_of(f"{path}.say_who"),
            )
        facts = facts_for(hand, seat)
        untold = seat in hand.cards.untold
        if not (possible(row.say, facts) if untold else row.say.holds(facts)):
            card = hand.call.called if row.card == "called" else row.card
            held = card and (card in hand.holds(seat) or card in played_by(hand, seat))
            why = say("announce.barred", bonus=bonus) if held else say(
                "announce.needs", bonus=bonus, card=card or ""
            )  # fmt: skip
            return Refusal(why, points)
        return None

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        if action.kind == "choose":
            for choice in offers.choices_until_lead(hand, action.seat):
                if (choice.what,) == action.what:
                    return choice.refusal
            return offers.check(hand, "after_draw", action)
        rules, seat = hand.rules, action.seat
        told = seat not in hand.cards.untold
        items = [item for item in action.what if item != "nothing"]
        if not items and self.turn(hand) != seat:
            return Refusal(say("announce.nobody_asks", seat=seat))
        if not items and rules.declarations.voluntary:
            return None
        choices = hand.options_of(self, seat).choices
        options = {c.what: c for c in choices if c.kind == "say"}
        rows = [name for item in items if (name := row_of(rules, item))]
        doubles_open = any(what.partition(":")[0] in rules.doubling.steps for what in options)
        seen: set[str] = set()
        after = hand
        for item in items:
            word = row_of(rules, item) or item.partition(":")[0]
            once = item if word in rules.doubling.steps else word
            if once in seen:
                return Refusal(say("announce.twice", item=item))
            seen.add(once)
            if word in rules.doubling.steps and doubles_open:
                double = parse_double(after, item)
                refusal = (
                    double if isinstance(double, Refusal) else refuse_double(after, seat, double)
                )
                if refusal is not None:
                    return refusal
                assert isinstance(double, Double)
                after = _doubled_too(after, [with_fields(double, by=seat)])
            elif word in options and (word in rules.declarations.rows or item == word):
                if options[word].refusal is not None:
                    return options[word].refusal
                _, colon, shown = item.partition(":")
                refusal = (
                    check_shown(rules, word, judged_cards(hand, seat), shown.split(","))
                    if colon and told
                    else None
                )
                if refusal is not None:
                    return refusal
            elif word in rules.doubling.steps:
                due = self._due(hand)
                stage = f"announce.stages.{due[0]}.says" if due else "announce"
                return Refusal(say("announce.not_now", item=item), rules.points_of(stage))
            elif word in rules.bonuses or word in rules.declarations.rows:
                found = self._due(hand) or self._aside_stage(hand, seat)
                return self._closed(hand, found[0], word) if found else Refusal(
                    say("announce.not_now", item=item)
                )  # fmt: skip
            elif ":" in item and not rules.doubling.steps:
                return Refusal(say("double.none"), rules.points_of("doubling.steps"))
            else:
                return Refusal(say("hand.no_such", what=item, expected=[
                    *rules.declarations.rows, *rules.bonuses,
                    *(f"{w}:{name_of(t)}" for t in targets(hand) for w in rules.doubling.steps),
                ]))  # fmt: skip
        missing = [what for what, c in options.items() if c.must and what not in rows]
        if missing:
            return Refusal(
                say("declare.mandatory", rows=missing),
                rules.points_of("declarations.voluntary"),
            )
        if not told:
            return None
        zones = {"dealt": hand.deal.dealt.get(seat, ()), "played": played_by(hand, seat)}
        facts = holding_facts(rules, judged_cards(hand, seat), zones)
        return check_combination(rules, (*hand.announce.declarations.get(seat, ()), *rows), facts)

    def apply(self, hand: Hand, action: Action) -> Hand:
        if action.kind == "choose":
            return offers.take(hand, action)
        rules, seat = hand.rules, action.seat
        due = self._due(hand)
        if due is not None and due[2] == seat:
            stage = due[0]
        else:
            found = self._aside_stage(hand, seat)
            assert found is not None
            stage = found[0]
        rows: list[str] = []
        bonuses: list[Target] = []
        doubles: list[Double] = []
        shown: list[tuple[Seat, str, tuple[Card, ...]]] = []
        for item in action.what:
            name = row_of(rules, item)
            if name:
                rows.append(name)
                n = rules.declarations.rows[name].shows
                if n is not None:
                    cards = tuple(item.partition(":")[2].split(",")) if ":" in item else ()
                    cards = cards or default_shown(rules, n, judged_cards(hand, seat))
                    shown.append((seat, name, ascending(rules, cards)))
            elif item in rules.bonuses:
                bonuses.append((seat, item))
            elif item != "nothing":
                double = parse_double(_doubled_too(hand, doubles), item)
                assert isinstance(double, Double)
                doubles.append(with_fields(double, by=seat))
        if not (rows or bonuses or doubles):
            said = Saying(stage, seat, (), len(plays(hand)))
            announce = replace(hand.announce, sayings=(*hand.announce.sayings, said))
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
        due = self._due(hand)
        silent = due is None or due[1].closes != "lead"
        if silent == hand.announce.announcing_over:
            return hand
        return replace(hand, announce=replace(hand.announce, announcing_over=silent))

    def by_itself(self, hand: Hand) -> Hand:
        """An offer that ends the hand when nobody has anything more to say before the first lead."""
        offer = offers.engine_offer(hand)
        return replace(hand, ended=offer) if offer else hand

    def _held(self, hand: Hand, seat: Seat, row: str) -> bool:
        """Whether the seat has all that this declaration asks for."""
        if row not in hand.rules.declarations.rows or seat not in hand.active:
            return False
        zones = {"dealt": hand.deal.dealt[seat], "played": played_by(hand, seat)}
        facts = holding_facts(hand.rules, judged_cards(hand, seat), zones)
        return hand.rules.declarations.rows[row].when.holds(facts)

    def places(self, hand: Hand, action: Action) -> list[str]:
        """When, and by whom, these items are said."""
        rules = hand.rules
        if action.kind != "say":
            return []
        found: list[str] = []
        for item in action.what:
            word = item.partition(":")[0]
            what = "doubles" if word in rules.doubling.steps else word
            stages = [n for n, s in rules.announce.stages.items() if what in expand(rules, s.says)]
            found += [f"announce.stages.{name}.self" for name in stages] or ["announce.stages"]
            if ":" in item and not rules.doubling.steps:
                found.append("doubling.self")
            if stages and word in rules.bonuses:
                found.append(f"bonuses.{word}.say_who")
        return found or ["announce.stages"]

    def closed(self, hand: Hand, action: Action) -> Refusal | None:
        """Why something cannot be said at all in this contract, or no longer: cards have been played,
        and its place in the order of announcing is past. None if that is not what is in the way."""
        rules = hand.rules
        if action.kind != "say" or not hand.contract:
            return None
        known = {*rules.declarations.rows, *rules.bonuses, *rules.doubling.steps}
        word = next((w for w in (i.partition(":")[0] for i in action.what) if w in known), "")
        if word and not expand(rules, hand.row.says):
            return Refusal(
                say("announce.contract", item=word, contract=hand.contract),
                rules.points_of(f"contracts.{hand.contract}.says"),
            )
        if not plays(hand):
            return None
        for item in action.what:
            word = item.partition(":")[0]
            what = "doubles" if word in rules.doubling.steps else word
            for name, stage in rules.announce.stages.items():
                if what not in expand(rules, stage.says):
                    continue
                if stage.turns == "any_time":
                    if stage.closes == "next_card" and self._held(hand, action.seat, word):
                        return Refusal(
                            say("announce.too_late", item=word),
                            rules.points_of(f"announce.stages.{name}.closes"),
                        )
                    continue
                own = stage.turns == "before_own_first_card"
                cell = f"declarations.rows.{word}.when"
                if word in rules.bonuses:
                    cell = (
                        f"bonuses.{word}.{'say' if rules.bonuses[word].say.either else 'say_who'}"
                    )
                points = rules.points_of(f"announce.stages.{name}.closes")
                more = () if what == "doubles" else rules.points_of(cell)
                message = say("announce.over.own" if own else "announce.over", item=word)
                return Refusal(message, tuple(dict.fromkeys((*points, *more))))
        return None

    def done(self, hand: Hand) -> bool:
        """No stage goes on beside the play, save that cards are shown before one's own first card
        (over when all have played one) and claims that nobody can come to make."""
        if self._due(hand) is not None:
            return False
        for stage in _stages(hand):
            if stage.turns == "any_time" and _claimable(hand, stage):
                return False
            if stage.turns == "before_own_first_card" and not hand.play.tricks:
                return False
        return True


def _claimable(hand: Hand, stage: Stage) -> bool:
    """Whether somebody may come to claim something of this stage with the cards he has had."""
    rows = [hand.rules.declarations.rows.get(name) for name in sayable(hand, stage)]
    for row in rows:
        if row is None or any(never for _, never in row.when.either):
            return True
        for test in row.when.tests():
            sizes = [(span, len(hand.rules.cards.members(of))) for of, span in test.ranges]
            growing = all(span.top is None or span.top >= size for span, size in sizes)
            if test.name != "dealt" and not (test.name == "played" and growing):
                return True  # it may hold for a while only
    for seat in hand.active:
        cards = (*hand.holds(seat), *played_by(hand, seat))
        facts = holding_facts(hand.rules, cards, {"dealt": hand.deal.dealt[seat], "played": cards})
        if any(row is not None and row.when.holds(facts) for row in rows):
            return True
    return False


def _stages(hand: Hand) -> Iterable[Stage]:
    return hand.rules.announce.stages.values()


def _talks(rules: Table) -> bool:
    """Whether anything is ever said out of turn."""
    found: bool | None = rules.memo.get("talks")
    if found is None:
        asides = any(map(_aside_kind, rules.announce.stages.values()))
        found = rules.memo["talks"] = asides or rules.doubling.turn == "anyone"
    return found


def _aside_kind(stage: Stage) -> bool:
    """Whether something of this stage is said out of turn."""
    return stage.starts == "anyone" or stage.turns in ("before_own_first_card", "any_time")


def _doubled(hand: Hand, saying: Saying) -> bool:
    return any(item.partition(":")[0] in hand.rules.doubling.steps for item in saying.items)


def _all_doubled(hand: Hand) -> bool:
    """Whether the last step has been said to everything there is to double."""
    last = len(hand.rules.doubling.steps)
    said = [(double.target, double.sayer) for double in hand.announce.doubles]
    return all(said.count(target) == last for target in targets(hand))


def _opened(hand: Hand, stage: Stage) -> bool:
    if hand.row.calling and not hand.call.made:
        return False
    match stage.opens:
        case "after_call":
            return True
        case "after_double":
            return bool(hand.announce.doubles)
        case "after_exchange":
            return bool(hand.exchange.drawn) and not exchanging(hand)
    return not exchanging(hand)


def _starter(hand: Hand, stage: Stage) -> Seat:
    match stage.starts:
        case "declarer":
            return hand.declarer
        case "after_declarer":
            return hand.after(hand.declarer)
        case "opener":
            return hand.auction.opener
    return leader_of(hand)


def _doubled_too(hand: Hand, doubles: Sequence[Double]) -> Hand:
    """The hand with these doubles said, too."""
    said = (*hand.announce.doubles, *doubles)
    return replace(hand, announce=replace(hand.announce, doubles=said))
