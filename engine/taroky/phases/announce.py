"""Announcing before the first lead: declarations, bonuses, doubles.

Items of a turn are written "trul" (a declaration or a bonus), "flek:game", "reflek:pagat", and
"flek:valat@B" for the valát that B announced.

Sources: HLU-ANN-01 to HLU-ANN-24, HLU-DBL-01 to HLU-DBL-11, HLU-VAR-02, HLU-VAR-03.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from taroky.cards import Card
from taroky.hand import Action, Choice, Double, Hand, Legal, Refusal
from taroky.knowing import facts_for
from taroky.messages import say, term
from taroky.phases import offers
from taroky.rules.conditions import Condition, Facts
from taroky.rules.table import Seat, Stage, Table

Target = tuple[str, Seat]


def holding_facts(rules: Table, cards: Sequence[Card]) -> Facts:
    """Facts about nothing but these cards, for the conditions of declarations."""

    def count(zone: str, of: str) -> int:
        members = rules.cards.members(of)
        return sum(card in members for card in cards)

    def fact(name: str) -> object:
        raise KeyError(name)

    return Facts(count, fact)


def judge_declarations(rules: Table, cards: Sequence[Card]) -> tuple[Choice, ...]:
    """Every declaration of the table: may this hand make it, and why not."""
    facts = holding_facts(rules, cards)
    found = []
    for name, row in rules.declarations.rows.items():
        refusal = None
        if not row.when.holds(facts):
            refusal = Refusal(
                say("declare.not_held", row=name, needs=needs(row.when),
                    held=held(rules, row.when, cards)),
                rules.points_of(f"declarations.rows.{name}.when"),
            )  # fmt: skip
        found.append(Choice("say", name, refusal))
    return tuple(found)


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
        f"{term('set', of)} {sum(c in rules.cards.members(of) for c in cards)}" for of in sets
    )


def check_combination(rules: Table, rows: Iterable[str]) -> Refusal | None:
    """Why these declarations may not be made together."""
    rows = list(rows)
    for group, limit in rules.declarations.per_group.items():
        inside = [row for row in rows if rules.declarations.rows[row].group == group]
        if len(inside) > limit.most:
            return Refusal(
                say("declare.one_of_group", rows=inside),
                rules.points_of(f"declarations.per_group.{group}.most"),
            )
    return None


def announced(hand: Hand) -> tuple[tuple[Seat, str], ...]:
    """Every announced bonus with who announced it, that of the bid itself included."""
    return (*((hand.declarer, bonus) for bonus in hand.row.undertakes), *hand.announced)


def parse_double(hand: Hand, item: str) -> Double | Refusal:
    """What "flek:pagat" means here."""
    word, colon, target = item.partition(":")
    target, _, sayer = target.partition("@")
    path = "doubling"
    if not colon:
        if announced(hand):
            return Refusal(
                say("double.target", word=word, targets=[_name(t) for t in targets(hand)]),
                hand.rules.points_of(f"{path}.target"),
            )
        target = "game"
    if target not in hand.rules.doubling.on:
        return Refusal(
            say("double.no_target", target=target, expected=list(hand.rules.doubling.on)),
            hand.rules.points_of(f"{path}.on"),
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


def targets(hand: Hand) -> tuple[Target, ...]:
    """Everything that can be doubled now: ("game", "") and each announcement with its sayer."""
    found: list[Target] = [("game", "")]
    found += [(bonus, seat) for seat, bonus in announced(hand) if bonus in hand.rules.doubling.on]
    return tuple(found)


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
    answer = len(chain) % 2 == 1
    same = hand.knows_side(seat, owner)
    if same is None:  # whoever has spoken on this item has said on which side he is
        mine = [i for i, d in enumerate(chain) if d.by == seat]
        same = mine[0] % 2 == 1 if mine else None
    if same is None and rules.doubling.hidden_partner == "true_teams":
        same = hand.same_side(seat, owner)
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


def effective(hand: Hand, target: str, sayer: Seat) -> int:
    """The factor of an item after the sides are known: a double from the wrong side is void, and
    what was answered to it with it (HLU-DBL-08)."""
    factor = 1
    chain = [d for d in hand.doubles if (d.target, d.sayer) == (target, sayer)]
    for i, double in enumerate(chain):
        with_owner = hand.same_side(double.by, sayer or hand.declarer)
        if with_owner != (i % 2 == 1):
            break
        factor = hand.rules.doubling.steps[double.word]
    return factor


class Announce:
    """One turn each from the declarer on, then doubles until three in a row are silent."""

    name = "announce"

    def turn(self, hand: Hand) -> Seat | None:
        if not hand.contract or hand.announcing_over or not hand.row.says:
            return None
        order = hand.from_seat(hand.declarer)
        return order[(len(hand.spoke) + len(hand.answers)) % len(order)]

    def _stage(self, hand: Hand) -> tuple[str, Stage]:
        names = list(hand.rules.announce.stages)
        name = names[0] if len(hand.spoke) < len(hand.active) else names[-1]
        return name, hand.rules.announce.stages[name]

    def _judged_cards(self, hand: Hand, seat: Seat) -> tuple[Card, ...]:
        judged = hand.rules.declarations.judged
        return hand.dealt[seat] if judged == "dealt" else hand.holds(seat)

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        rules = hand.rules
        name, stage = self._stage(hand)
        closed = Refusal(
            say("announce.only_doubles"), rules.points_of(f"announce.stages.{name}.says")
        )
        choices: list[Choice] = []
        for choice in judge_declarations(rules, self._judged_cards(hand, seat)):
            if "declarations" not in stage.says:
                choices.append(replace(choice, refusal=closed))
            else:
                choices.append(replace(choice, must=self._must(hand, choice, seat)))
        for bonus in rules.bonuses:
            refusal = self._refuse_bonus(hand, seat, bonus)
            choices.append(Choice("say", bonus, refusal if "bonuses" in stage.says else closed))
        for target, sayer in targets(hand):
            for word in rules.doubling.steps:
                double = Double(seat, word, target, sayer)
                choices.append(
                    Choice("say", f"{word}:{_name((target, sayer))}",
                           refuse_double(hand, seat, double))
                )  # fmt: skip
        surrender: tuple[Choice, ...] = ()
        if any(offer.until == "lead" for offer in rules.offers.values()):
            surrender = offers.choices(hand, "after_draw", seat)
        most = sum(choice.legal for choice in choices)
        return Legal(seat, self.name, (*choices, *surrender), {"say": (0, most)})

    def _must(self, hand: Hand, choice: Choice, seat: Seat) -> bool:
        """With compulsory declaring: everything held, of a group the dearest."""
        rules = hand.rules
        if rules.declarations.voluntary or not choice.legal:
            return False
        group = rules.declarations.rows[choice.what].group
        if group is None:
            return True
        facts = holding_facts(rules, self._judged_cards(hand, seat))
        rivals = [
            (row.pay.value(facts), name)
            for name, row in rules.declarations.rows.items()
            if row.group == group and row.when.holds(facts)
        ]
        return max(rivals)[1] == choice.what

    def _refuse_bonus(self, hand: Hand, seat: Seat, bonus: str) -> Refusal | None:
        rules = hand.rules
        row = rules.bonuses[bonus]
        points = rules.points_of(f"bonuses.{bonus}.say")
        if (seat, bonus) in announced(hand):
            return Refusal(say("announce.already", bonus=bonus), points)
        if not row.say.holds(facts_for(hand, seat)):
            return Refusal(say("announce.needs", bonus=bonus, card=row.card or ""), points)
        return None

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        if action.kind == "choose":
            return offers.check(hand, "after_draw", action)
        rules = hand.rules
        items = [item for item in action.what if item != "nothing"]
        options = {c.what: c for c in self.legal(hand, action.seat).choices if c.kind == "say"}
        rows = [item for item in items if item in rules.declarations.rows]
        seen: set[str] = set()
        after = hand
        for item in items:
            word = item.partition(":")[0]
            if item in seen:
                return Refusal(say("announce.twice", item=item))
            seen.add(item)
            if word in rules.doubling.steps:
                double = parse_double(after, item)
                refusal = (
                    double
                    if isinstance(double, Refusal)
                    else refuse_double(after, action.seat, double)
                )
                if refusal is not None:
                    return refusal
                assert isinstance(double, Double)
                after = replace(after, doubles=(*after.doubles, replace(double, by=action.seat)))
            elif item in options:
                if options[item].refusal is not None:
                    return options[item].refusal
            else:
                return Refusal(say("hand.no_such", what=item, expected=[
                    *rules.declarations.rows, *rules.bonuses,
                    *(f"{w}:{_name(t)}" for t in targets(hand) for w in rules.doubling.steps),
                ]))  # fmt: skip
        missing = [what for what, choice in options.items() if choice.must and what not in items]
        if missing:
            return Refusal(
                say("declare.mandatory", rows=missing),
                rules.points_of("declarations.voluntary"),
            )
        return check_combination(rules, rows)

    def apply(self, hand: Hand, action: Action) -> Hand:
        if action.kind == "choose":
            return offers.take(hand, action)
        rules, seat = hand.rules, action.seat
        rows, bonuses, doubles = [], [], []
        for item in action.what:
            if item in rules.declarations.rows:
                rows.append(item)
            elif item in rules.bonuses:
                bonuses.append((seat, item))
            elif item != "nothing":
                double = parse_double(hand, item)
                assert isinstance(double, Double)
                doubles.append(replace(double, by=seat))
        first_round = len(hand.spoke) < len(hand.active)
        hand = replace(
            hand,
            declarations={**hand.declarations, seat: tuple(rows)} if rows else hand.declarations,
            announced=(*hand.announced, *bonuses),
            doubles=(*hand.doubles, *doubles),
            spoke=(*hand.spoke, seat) if first_round else hand.spoke,
            answers=hand.answers if first_round else (*hand.answers, seat),
            quiet=0 if first_round or doubles else hand.quiet + 1,
        )
        return replace(hand, announcing_over=self._over(hand))

    def _over(self, hand: Hand) -> bool:
        if len(hand.spoke) < len(hand.active):
            return False
        _, stage = self._stage(hand)
        if stage.turns == "one_answer_each":
            return len(hand.answers) >= len(hand.active)
        return hand.quiet >= len(hand.active) - 1

    def implied(self, hand: Hand, action: Action) -> Hand | None:
        return None
