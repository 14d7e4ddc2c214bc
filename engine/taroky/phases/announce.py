"""Announcing: declarations, bonuses and doubles, in the stages of the table.

Items of a turn are written "trul" (a declaration or a bonus), "jednoducha:II,IV,V" where cards are
shown, "flek:game", "reflek:pagat", and "flek:valat@B" for the valát that B announced.

Sources: HLU-ANN-01 to HLU-ANN-24, HLU-DBL-01 to HLU-DBL-11, HLU-VAR-02, HLU-VAR-03, POL-ANN-11 to
POL-ANN-13, MACH-ANN-01 to MACH-ANN-30, MACH-DBL-01 to MACH-DBL-04, VIC-ANN-01 to VIC-ANN-18,
VIC-DBL-01 to VIC-DBL-10, HEUN-ANNOUNCEMENTS-01 to HEUN-ANNOUNCEMENTS-12, FR-ANNOUNCE-01 to
FR-ANNOUNCE-11, FR-DOUBLING-01.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

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
from taroky.messages import say, term
from taroky.phases import offers
from taroky.phases.auction import undecided
from taroky.phases.talon import exchanging
from taroky.rules.conditions import Condition, Facts
from taroky.rules.table import Group, Seat, Stage, Table

Target = tuple[str, Seat]


def holding_facts(
    rules: Table, cards: Sequence[Card], others: Mapping[str, Sequence[Card]] | None = None
) -> Facts:
    """Facts about nothing but these cards, for the conditions of declarations. others: what lies in
    zones that are not the cards judged (dealt, played); without it the same cards."""

    def count(zone: str, of: str) -> int:
        members = rules.cards.members(of)
        here = others.get(zone, cards) if others else cards
        return len(members.intersection(here))

    def fact(name: str) -> object:
        raise KeyError(name)

    return Facts(count, fact)


def judge_declarations(
    rules: Table, cards: Sequence[Card], others: Mapping[str, Sequence[Card]] | None = None,
    only: Collection[str] | None = None,
) -> tuple[Choice, ...]:  # fmt: skip
    """Every declaration of the table, or those of `only`: may this hand make it, and why not."""
    facts = holding_facts(rules, cards, others)
    found = []
    for name, row in rules.declarations.rows.items():
        if only is not None and name not in only:
            continue
        refusal = None
        if row.when.holds(facts) and not _showable(rules, name, cards):
            refusal = Refusal(
                say("declare.excuse_never", card=rules.cards.excuse[0]),
                rules.points_of("declarations.excuse"),
            )
        elif not row.when.holds(facts):
            refusal = _not_held(rules, name, cards)
        found.append(Choice("say", name, refusal))
    for i, choice in enumerate(found):
        better = _dearer(rules, choice.what, [c.what for c in found if c.legal], facts)
        if choice.legal and better:
            group = rules.declarations.rows[choice.what].group
            found[i] = replace(choice, refusal=Refusal(
                say("declare.not_lower", row=choice.what, better=better),
                rules.points_of(f"declarations.per_group.{group}.lower"),
            ))  # fmt: skip
    return tuple(found)


def _not_held(rules: Table, name: str, cards: Sequence[Card]) -> Refusal:
    def why() -> Refusal:
        when = rules.declarations.rows[name].when
        return Refusal(
            say("declare.not_held", row=name, needs=needs(when), held=held(rules, when, cards)),
            rules.points_of(f"declarations.rows.{name}.when"),
        )

    return Refusal(why=why)


def _dearer(rules: Table, name: str, held: Iterable[str], facts: Facts) -> str:
    """A dearer row of the group that has to be declared instead, "" if none has to."""
    rows = rules.declarations.rows
    group = rows[name].group
    if group is None or rules.declarations.per_group[group].lower:
        return ""
    pay = rows[name].pay.value(facts)
    return next((h for h in held if rows[h].group == group and rows[h].pay.value(facts) > pay), "")


def _showable(rules: Table, name: str, cards: Sequence[Card]) -> bool:
    """Whether enough taroky can be shown, the excuse only beside every real one."""
    n = rules.declarations.rows[name].shows
    return n is None or len(default_shown(rules, n, cards)) == n


def default_shown(rules: Table, n: int, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The taroky shown where nobody says which: the lowest, ascending, the excuse in need."""
    pack = rules.cards
    real = sorted((c for c in cards if pack.is_tarok(c)), key=pack.position, reverse=True)
    excuse = [c for c in cards if pack.is_excuse(c)]
    if len(real) < n and rules.declarations.excuse == "if_all_shown":
        real += excuse
    return tuple(real[:n])


def check_shown(rules: Table, name: str, cards: Sequence[Card], shown: Sequence[Card]
                ) -> Refusal | None:  # fmt: skip
    """Why these cards may not be shown for this declaration."""
    n, pack = rules.declarations.rows[name].shows, rules.cards
    path = f"declarations.rows.{name}"
    if n is None:
        return Refusal(say("declare.shows_nothing", row=name))
    for card in shown:
        if card not in cards:
            return Refusal(say("hand.not_held", card=card))
        if not pack.is_tarok(card) and not pack.is_excuse(card):
            return Refusal(say("declare.shows_taroky", card=card), rules.points_of(f"{path}.shows"))
    if len(set(shown)) != len(shown) or len(shown) != n:
        return Refusal(
            say("declare.shows", row=name, number=n, given=len(set(shown))),
            rules.points_of(f"{path}.shows"),
        )
    excuse = [card for card in shown if pack.is_excuse(card)]
    points = rules.points_of("declarations.excuse")
    if excuse and rules.declarations.excuse == "never":
        return Refusal(say("declare.excuse_never", card=excuse[0]), points)
    if excuse and any(pack.is_tarok(card) and card not in shown for card in cards):
        return Refusal(say("declare.excuse_all", card=excuse[0]), points)
    return None


def needs(condition: Condition) -> str:
    """A holding in short: "taroky 8-9", alternatives divided by a stroke."""
    return " / ".join(
        ", ".join(f"{term('set', of)} {span}" for test in tests for of, span in test.ranges)
        for tests, _ in condition.either
    )


def held(rules: Table, condition: Condition, cards: Sequence[Card]) -> str:
    """What the cards have of the sets a condition counts."""
    sets = dict.fromkeys(of for test in condition.tests() for of, _ in test.ranges)
    return ", ".join(
        f"{term('set', of)} {len(rules.cards.members(of).intersection(cards))}" for of in sets
    )


def check_combination(
    rules: Table, rows: Iterable[str], facts: Facts | None = None
) -> Refusal | None:
    """Why these declarations may not be made together. facts: of the hand that makes them, for the
    exceptions; without them there is no exception."""
    rows = list(rows)
    for group, limit in rules.declarations.per_group.items():
        inside = [row for row in rows if rules.declarations.rows[row].group == group]
        if len(inside) > _most(limit, facts):
            return Refusal(
                say("declare.one_of_group", rows=inside, most=_most(limit, facts)),
                rules.points_of(f"declarations.per_group.{group}.most"),
            )
    return None


def _most(limit: Group, facts: Facts | None) -> int:
    excepted = limit.unless is not None and facts is not None and limit.unless.holds(facts)
    return limit.then_most if excepted and limit.then_most is not None else limit.most


def announced(hand: Hand) -> tuple[tuple[Seat, str], ...]:
    """Every announced bonus with who announced it, that of the bid itself included."""
    return (*((hand.declarer, bonus) for bonus in hand.row.undertakes), *hand.announced)


def parse_double(hand: Hand, item: str) -> Double | Refusal:
    """What "flek:pagat" means here."""
    word, colon, target = item.partition(":")
    target, _, sayer = target.partition("@")
    path = "doubling"
    if not colon:
        open_now = targets(hand)
        if len(open_now) != 1:
            return Refusal(
                say("double.target", word=word, targets=[_name(t) for t in open_now]),
                hand.rules.points_of(f"{path}.target"),
            )
        target, sayer = open_now[0]
    if target not in hand.rules.doubling.on:
        return Refusal(
            say("double.no_target", target=target, expected=list(hand.rules.doubling.on)),
            hand.rules.points_of(f"{path}.on"),
        )
    if _shut(hand, target):
        return Refusal(
            say("double.shut", target=target, bonus=_shut(hand, target)),
            hand.rules.points_of(f"{path}.shut_by"),
        )
    if target == "game":
        return Double("", word, "game")
    sayers = [seat for seat, bonus in announced(hand) if bonus == target]
    if (sayer and sayer not in sayers) or not sayers:
        return Refusal(
            say("double.unannounced", target=target), hand.rules.points_of(f"{path}.unannounced")
        )
    if not sayer and len(sayers) > 1:
        return Refusal(
            say("double.whose", target=target, sayers=sayers),
            hand.rules.points_of(f"{path}.target"),
        )
    return Double("", word, target, sayer or sayers[0])


def _shut(hand: Hand, target: str) -> str:
    """The announced bonus that shuts this target, or ""."""
    shut = hand.rules.doubling.shut_by.get(target, ())
    return next((bonus for _, bonus in announced(hand) if bonus in shut), "")


def targets(hand: Hand) -> tuple[Target, ...]:
    """Everything that can be doubled now: ("game", "") and each announcement with its sayer."""
    on = hand.rules.doubling.on
    found: list[Target] = [("game", "")] if "game" in on else []
    found += [(bonus, seat) for seat, bonus in announced(hand) if bonus in on]
    return tuple(target for target in found if not _shut(hand, target[0]))


def _name(target: Target) -> str:
    return target[0] + (f"@{target[1]}" if target[1] else "")


def refuse_double(hand: Hand, seat: Seat, double: Double) -> Refusal | None:
    """Why this seat may not say this double now."""
    rules = hand.rules
    words = list(rules.doubling.steps)
    chain = [d for d in hand.doubles if (d.target, d.sayer) == (double.target, double.sayer)]
    if len(chain) >= len(words):
        return Refusal(
            say("double.last", word=words[-1], target=double.target),
            rules.points_of("doubling.steps"),
        )
    due = words[len(chain)]
    if double.word != due:
        return Refusal(
            say("double.due", word=double.word, target=double.target, due=due),
            rules.points_of("doubling.steps"),
        )
    owner = double.sayer or hand.declarer
    if double.target == "game" and rules.doubling.first != "side_against":
        return _refuse_freely(hand, seat, double, chain)
    answer = len(chain) % 2 == 1
    same = _with_owner(hand, seat, owner, chain)
    if answer and same is False:
        return Refusal(
            say("double.only_doubled_side", word=double.word, target=double.target),
            rules.points_of(f"doubling.{double.word}") or rules.points_of("doubling.answer"),
        )
    if not answer and same is True:
        first = "doubling.first" if double.target == "game" else "doubling.self"
        cell = first if not chain else f"doubling.{double.word}"
        return Refusal(
            say("double.own_side", word=double.word, target=double.target), rules.points_of(cell)
        )
    return None


def _with_owner(hand: Hand, seat: Seat, owner: Seat, chain: Sequence[Double]) -> bool | None:
    """Whether the seat is on the owner's side, as far as it can know."""
    same = hand.knows_side(seat, owner)
    if same is None:  # whoever has spoken on this item has said on which side he is
        mine = [i for i, d in enumerate(chain) if d.by == seat]
        same = mine[0] % 2 == 1 if mine else None
    if same is None and hand.rules.doubling.hidden_partner == "true_teams":
        same = hand.same_side(seat, owner)
    return same


def _refuse_freely(hand: Hand, seat: Seat, double: Double, chain: Sequence[Double]
                   ) -> Refusal | None:  # fmt: skip
    """The first word is open to all, or to all but the declarer; after it the sides alternate."""
    points = hand.rules.points_of("doubling.first")
    if not chain:
        if hand.rules.doubling.first == "not_declarer" and seat == hand.declarer:
            return Refusal(say("double.own_side", word=double.word, target=double.target), points)
        return None
    if hand.knows_side(seat, chain[-1].by) is True:
        return Refusal(say("double.answered", word=double.word, by=chain[-1].by), points)
    return None


def effective(hand: Hand, target: str, sayer: Seat) -> int:
    """The factor of an item after the sides are known: a double from the wrong side is void, and
    what was answered to it with it (HLU-DBL-08)."""
    factor = 1
    chain = [d for d in hand.doubles if (d.target, d.sayer) == (target, sayer)]
    freely = target == "game" and hand.rules.doubling.first != "side_against"
    for i, double in enumerate(chain):
        if freely:
            right = i == 0 or not hand.same_side(double.by, chain[i - 1].by)
        else:
            right = hand.same_side(double.by, sayer or hand.declarer) == (i % 2 == 1)
        if not right:
            break
        factor = hand.rules.doubling.steps[double.word]
    return factor


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
                    Choice("say", f"{word}:{_name((target, sayer))}",
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
        most = _most(table.per_group[group], facts)
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
        rows = [name for item in items if (name := _row(rules, item))]
        doubles_open = any(what.partition(":")[0] in rules.doubling.steps for what in options)
        seen: set[str] = set()
        after = hand
        for item in items:
            word = _row(rules, item) or item.partition(":")[0]
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
            else:
                return Refusal(say("hand.no_such", what=item, expected=[
                    *rules.declarations.rows, *rules.bonuses,
                    *(f"{w}:{_name(t)}" for t in targets(hand) for w in rules.doubling.steps),
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
            name = _row(rules, item)
            if name:
                rows.append(name)
                n = rules.declarations.rows[name].shows
                if n is not None:
                    cards = tuple(item.partition(":")[2].split(",")) if ":" in item else ()
                    cards = cards or default_shown(rules, n, judged_cards(hand, seat))
                    shown.append((seat, name, _ascending(rules, cards)))
            elif item in rules.bonuses:
                bonuses.append((seat, item))
            elif item != "nothing":
                double = parse_double(replace(hand, doubles=(*hand.doubles, *doubles)), item)
                assert isinstance(double, Double)
                doubles.append(replace(double, by=seat))
        if not (rows or bonuses or doubles):
            said = Saying(stage, seat, (), len(plays(hand)))
            return self._heard(replace(hand, sayings=(*hand.sayings, said)))
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

    def quiet(self, hand: Hand) -> bool:
        """No stage goes on beside the play, save that cards are shown before one's own first card:
        that is over when all have played one."""
        if self._due(hand) is not None:
            return False
        turns = {stage.turns for stage in _stages(hand)}
        return "any_time" not in turns and (
            "before_own_first_card" not in turns or bool(hand.tricks)
        )

    def implied(self, hand: Hand, action: Action) -> Hand | None:
        return None


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


def _row(rules: Table, item: str) -> str:
    """The declaration an item names, also with the cards that are shown; "" if it is none."""
    name = item.partition(":")[0]
    return name if name in rules.declarations.rows else ""


def _ascending(rules: Table, cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=rules.cards.position, reverse=True))


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
