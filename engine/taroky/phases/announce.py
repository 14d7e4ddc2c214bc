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

from taroky.cards import Card
from taroky.hand import (
    Action,
    Choice,
    Double,
    Hand,
    LateLegal,
    Legal,
    Refusal,
    Saying,
    replace,
)
from taroky.knowing import facts_for
from taroky.messages import say
from taroky.phases import offers
from taroky.phases.auction import undecided
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
    announced,
    name_of,
    parse_double,
    refuse_double,
    targets,
)
from taroky.phases.talon import exchanging, next_draw
from taroky.rules.table import Seat, Stage, Table


def judged_cards(hand: Hand, seat: Seat) -> tuple[Card, ...]:
    """The cards a seat's declarations are judged on; once play has begun, those it began with."""
    if hand.rules.declarations.judged == "dealt":
        return hand.dealt[seat]
    return hand.rules.cards.sort((*hand.holds(seat), *played_by(hand, seat)))


def played_by(hand: Hand, seat: Seat) -> tuple[Card, ...]:
    """What the seat has played so far."""
    return tuple(card for by, card in plays(hand) if by == seat)


def plays(hand: Hand) -> tuple[tuple[Seat, Card], ...]:
    """Every card played so far with who played it."""
    tricks = (*hand.tricks, *((hand.trick,) if hand.trick else ()))
    return tuple(pair for trick in tricks for pair in zip(trick.seats, trick.cards, strict=False))


def has_role(hand: Hand, seat: Seat, role: str) -> bool:
    """Whether a seat has the part that a column names."""
    match role:
        case "any":
            return True
        case "first":
            return seat == hand.active[0]
        case "opener":
            return seat == hand.opener
        case "others":
            return seat != hand.opener
        case "dealer":
            return seat == hand.dealer
        case "declarer":
            return seat == hand.declarer
        case "declarers":
            return seat in hand.declarers
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


class Announce:
    """Asks in the stages of the table, one after another; some things may be said aside."""

    name = "announce"
    aside_kinds: tuple[str, ...] = ("say",)

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
            if stage.closes == "lead" and (hand.tricks or hand.trick):
                continue
            seat = self._next(hand, name, stage)
            if seat is not None:
                return name, stage, seat
        return None

    def _next(self, hand: Hand, name: str, stage: Stage) -> Seat | None:
        said = [saying for saying in hand.sayings if saying.stage == name]
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
                    left = [s for s in left if self._choices(hand, s, name, stage, False).of("say")]
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
        if stage.turns == "first_who_speaks" and hand.doubles:
            return hand.after(hand.doubles[-1].by)
        return _starter(hand, stage)

    def _quiet_needed(self, hand: Hand, name: str, stage: Stage, said: Sequence[Saying]) -> int:
        """How many have to be silent in a row: all but the last to double, or all if nobody was
        asked before."""
        others = len(hand.active) - 1
        if any(_doubled(hand, saying) for saying in said):
            return others
        if stage.turns == "first_who_speaks":
            free = hand.rules.doubling.first == "anyone" and not hand.doubles
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
        elif _all_played(hand):
            seats = hand.from_seat(hand.declarer)
        else:
            return None
        asked = {s.seat for s in hand.sayings if s.stage == name and s.at == len(played)}
        return next(
            (
                s
                for s in seats
                if s not in asked and self._choices(hand, s, name, stage, False).of("say")
            ),
            None,
        )

    def _aside_stage(self, hand: Hand, seat: Seat) -> tuple[str, Stage] | None:
        """The stage in which a seat may speak although it is not asked."""
        due = self._due(hand)
        if due is not None:
            name, stage, _ = due
            spoke = {s.seat for s in hand.sayings if s.stage == name}
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
        choices = [c for c in self._choices(hand, seat, *found, False).choices if c.kind == "say"]
        if due is not None and found[1].starts != "anyone":
            words = hand.rules.doubling.steps
            choices = [c for c in choices if c.what.partition(":")[0] in words]
        return tuple(choices)

    # -- what may be said ---------------------------------------------------------------------

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        due = self._due(hand)
        if due is not None and due[2] == seat:
            name, stage = due[0], due[1]
            if hand.rules.declarations.rows or hand.rules.bonuses:
                surrender = offers.choices_until_lead(hand, seat)
                kinds = frozenset(("say", *(choice.kind for choice in surrender)))
                return LateLegal(
                    seat, self.name, kinds, lambda: self._choices(hand, seat, name, stage)
                )
            return self._choices(hand, seat, name, stage)
        said = self._said_aside(hand, seat)
        most = sum(choice.legal for choice in said)
        return Legal(seat, self.name, said, {"say": (1, most)})

    def _choices(
        self, hand: Hand, seat: Seat, name: str, stage: Stage, closed: bool = True
    ) -> Legal:
        """What the seat may say in a stage, and why not the rest; closed: rows that have no place
        in it as well."""
        rules = hand.rules
        open_here = sayable(hand, stage)
        choices: list[Choice] = []
        zones = {"dealt": hand.dealt.get(seat, ()), "played": played_by(hand, seat)}
        judged = {
            choice.what: choice
            for choice in judge_declarations(rules, judged_cards(hand, seat), zones, open_here)
        }
        for row in rules.declarations.rows:
            choice = judged.get(row) or Choice("say", row)
            if row not in open_here and not closed:
                continue
            if row not in open_here:
                refusal: Refusal | None = self._closed(hand, name, row)
            elif choice.what in hand.declarations.get(seat, ()):
                points = rules.points_of(f"declarations.rows.{choice.what}.self")
                refusal = Refusal(say("announce.already", bonus=choice.what), points)
            else:
                refusal = choice.refusal or self._too_late(hand, seat, name, choice.what)
                if refusal is None and hand.declarations.get(seat):
                    together = (*hand.declarations[seat], choice.what)
                    facts = holding_facts(rules, judged_cards(hand, seat), zones)
                    refusal = check_combination(rules, together, facts)
            must = refusal is None and self._must(hand, choice.what, seat)
            choices.append(replace(choice, refusal=refusal, must=must))
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
        surrender = offers.choices_until_lead(hand, seat) if rules.offers else ()
        most = sum(choice.legal for choice in choices)
        return Legal(seat, self.name, (*choices, *surrender), {"say": (0, most)})

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
        before = {"dealt": hand.dealt[seat], "played": played_by(hand, seat)[:-1]}
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
        zones = {"dealt": hand.dealt.get(seat, ()), "played": played_by(hand, seat)}
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
        if (seat, bonus) in announced(hand):
            return Refusal(say("announce.already", bonus=bonus), points)
        others = [by for by, said in announced(hand) if said == bonus]
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
        if not row.say.holds(facts_for(hand, seat)):
            card = hand.called if row.card == "called" else row.card
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
                after = replace(after, doubles=(*after.doubles, replace(double, by=seat)))
            elif word in options and (word in rules.declarations.rows or item == word):
                if options[word].refusal is not None:
                    return options[word].refusal
                _, colon, shown = item.partition(":")
                refusal = (
                    check_shown(rules, word, judged_cards(hand, seat), shown.split(","))
                    if colon
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
        zones = {"dealt": hand.dealt.get(seat, ()), "played": played_by(hand, seat)}
        facts = holding_facts(rules, judged_cards(hand, seat), zones)
        return check_combination(rules, (*hand.declarations.get(seat, ()), *rows), facts)

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
                double = parse_double(replace(hand, doubles=(*hand.doubles, *doubles)), item)
                assert isinstance(double, Double)
                doubles.append(replace(double, by=seat))
        if not (rows or bonuses or doubles):
            said = Saying(stage, seat, (), len(plays(hand)))
            after = replace(hand, sayings=(*hand.sayings, said))
            return self._heard(hand.carry(after, exchanging, next_draw))
        declared = (*hand.declarations.get(seat, ()), *rows)
        items = tuple(item for item in action.what if item != "nothing")
        hand = replace(
            hand,
            declarations={**hand.declarations, seat: declared} if rows else hand.declarations,
            announced=(*hand.announced, *bonuses),
            doubles=(*hand.doubles, *doubles),
            displayed=(*hand.displayed, *shown),
            sayings=(*hand.sayings, Saying(stage, seat, items, len(plays(hand)))),
        )
        return self._heard(hand)

    def _heard(self, hand: Hand) -> Hand:
        """The hand, with whether announcing is over now."""
        due = self._due(hand)
        over = due is None or due[1].closes != "lead"
        return hand if over == hand.announcing_over else replace(hand, announcing_over=over)

    def _held(self, hand: Hand, seat: Seat, row: str) -> bool:
        """Whether the seat has all that this declaration asks for."""
        if row not in hand.rules.declarations.rows or seat not in hand.active:
            return False
        zones = {"dealt": hand.dealt[seat], "played": played_by(hand, seat)}
        facts = holding_facts(hand.rules, judged_cards(hand, seat), zones)
        return hand.rules.declarations.rows[row].when.holds(facts)

    def places(self, hand: Hand, action: Action) -> list[str]:
        """The cells that say when, and by whom, these items are said."""
        rules = hand.rules
        found = []
        for item in action.what:
            word = item.partition(":")[0]
            what = "doubles" if word in rules.doubling.steps else word
            stages = [n for n, s in rules.announce.stages.items() if what in expand(rules, s.says)]
            found += [f"announce.stages.{name}.self" for name in stages] or ["announce.stages"]
            if stages and word in rules.bonuses:
                found.append(f"bonuses.{word}.say_who")
        return found

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

    def quiet(self, hand: Hand) -> bool:
        """No stage goes on beside the play, save that cards are shown before one's own first card
        (over when all have played one) and claims that nobody can come to make."""
        if self._due(hand) is not None:
            return False
        for stage in _stages(hand):
            if stage.turns == "any_time" and _claimable(hand, stage):
                return False
            if stage.turns == "before_own_first_card" and not hand.tricks:
                return False
        return True

    def implied(self, hand: Hand, action: Action) -> Hand | None:
        return None


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
        facts = holding_facts(hand.rules, cards, {"dealt": hand.dealt[seat], "played": cards})
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
    said = [(double.target, double.sayer) for double in hand.doubles]
    return all(said.count(target) == last for target in targets(hand))


def _opened(hand: Hand, stage: Stage) -> bool:
    if hand.row.calling and not hand.has_called:
        return False
    match stage.opens:
        case "after_call":
            return True
        case "after_double":
            return bool(hand.doubles)
        case "after_exchange":
            return bool(hand.drawn) and not exchanging(hand)
    return not exchanging(hand)


def _starter(hand: Hand, stage: Stage) -> Seat:
    match stage.starts:
        case "declarer":
            return hand.declarer
        case "after_declarer":
            return hand.after(hand.declarer)
        case "opener":
            return hand.opener
    from taroky.phases.play import leader_of

    return leader_of(hand)


def _all_played(hand: Hand) -> bool:
    from taroky.phases.play import over

    return over(hand)
