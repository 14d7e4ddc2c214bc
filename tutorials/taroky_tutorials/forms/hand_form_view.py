"""The form of a hand, drawn: its questions, and beside them who pays whom with the whole working."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from taroky.facts import reading as facts_of
from taroky.facts.finished import SIDES
from taroky.messages import Message, card_label, known, say, term
from taroky.numbers import is_whole
from taroky.rules.table import Seat, Table

from taroky_tutorials.forms import controls, settlement_view
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.forms.hand_form import (
    ALONE,
    MOST_SLIPS,
    HandForm,
    Questions,
    written,
)
from taroky_tutorials.page_parts.elements import Content, Markup, element, join
from taroky_tutorials.tasks.counting.settling import tell

Option = tuple[str, str]


def drawn(hand: HandForm, base: str) -> Markup:
    """The questions and the result as a form of their own."""
    return _View(hand.table, hand.fields, hand, base).markup()


def within(table: Table, fields: Fields, base: str) -> tuple[HandForm, Markup, Message | None]:
    """The questions and the result inside another form, which has put the players and the pots into
    the fields; with what was answered, and what keeps the hand from being settled."""
    hand = HandForm(table, fields)
    view = _View(table, fields, hand, base)
    return hand, view.markup(within=True), None if hand.settled else view.why_not()


class _View:
    """One drawing of the form."""

    def __init__(self, table: Table, fields: Fields, hand: HandForm, base: str) -> None:
        self.table, self.fields, self.hand, self.base = table, fields, hand, base
        self.asks: Questions = hand.asks
        self.names = hand.names

    def markup(self, within: bool = False) -> Markup:
        """within: another form knows the players and the pots, and has the buttons."""
        questions = element(
            "div", None if within else self._players(), self._end(), self._game(), self._sides(),
            self._points(), self._tricks(), self._said(), self._doubles(), self._last_trick(),
            self._fallen(), self._slips(), None if within else self._pots(), class_="tk-questions",
        )  # fmt: skip
        return element("div", questions, self._result(within), class_="tk-calc")

    # -- the questions ------------------------------------------------------------------------

    def _players(self) -> Markup:
        table, fields = self.table, self.fields
        boxes = []
        for seat in self._at_table:
            key = "calc.name_dealer" if seat == self._at_table[-1] else "calc.name_first" \
                if seat == "A" else "calc.name"  # fmt: skip
            at = controls.place(fields, f"name.{seat}")
            value = fields.text(f"name.{seat}")
            control = element("input", type="text", name=f"name.{seat}", id=at, maxlength="24",
                              autocomplete="off", value=value, placeholder=seat)  # fmt: skip
            boxes.append(
                controls.labelled(fields, f"name.{seat}", say(key, seat=seat).text(), control)
            )
        many = None
        if len(table.seats.players) > 1:
            options = [(str(n), str(n)) for n in table.seats.players]
            many = self._chips("players", say("calc.players").text(), options,
                               str(self.hand.players))  # fmt: skip
        told = [self.names[seat] for seat in self._at_table]
        summary = element("summary", say("calc.players_told", names=told).text())
        return element("details", summary, many, element("div", *boxes, class_="tk-fields"),
                       class_="tk-names")  # fmt: skip

    @property
    def _at_table(self) -> Sequence[Seat]:
        return "ABCDE"[: self.hand.players]

    def _end(self) -> Markup | None:
        endings = self.asks.endings
        if not endings:
            return None
        options = [("", say("calc.played_out").text()), *((n, self._ending(n)) for n in endings)]
        parts: list[Content] = [
            self._select("end", say("calc.end").text(), options, self.hand.ended)
        ]
        if self.asks.offender:
            parts.append(
                self._chips("who", say("calc.who").text(), self._seats(), self._text("who"))
            )
        return element("div", *parts, self._problems("end"), class_="tk-question")

    def _ending(self, name: str) -> str:
        if known(f"calc.end.{name}"):
            return say(f"calc.end.{name}").text()
        return settlement_view.first_up(
            term("penalty" if name in self.table.penalties else "ended", name)
        )

    def _game(self) -> Markup | None:
        contracts = self.asks.contracts
        parts: list[Content] = []
        if len(contracts) > 1:
            options = [(name, term("call", name)) for name in contracts]
            parts.append(self._chips("game", say("calc.contract").text(), options,
                                     self.hand.contract, "game"))  # fmt: skip
        if self.asks.levels:
            options = [(name, self._level(name)) for name in self.asks.levels]
            parts.append(self._chips("level", say("calc.level").text(), options,
                                     self._text("level"), "level"))  # fmt: skip
        return join(*parts) if parts else None

    def _level(self, name: str) -> str:
        return (
            say(f"calc.level.{name}").text() if known(f"calc.level.{name}") else term("level", name)
        )

    def _declarer(self) -> Markup:
        """Who the declarer was; where only one player can be, a sentence that says so."""
        may = self.hand.bidders
        if len(may) > 1:
            asked = say("calc.declarer").text()
            return self._chips("by", asked, self._seats(may), self.hand.declarer, "by")
        only = say("calc.only_bidder", contract=self.asks.contract, name=self.names[may[0]]).text()
        return join(element("p", only), self._problems("by"))

    def _sides(self) -> Markup | None:
        if self.asks.sides not in ("called", "alone"):
            return None
        parts = [self._declarer()]
        if self.asks.sides == "called":
            others = [seat for seat in self.table.active if seat != self.hand.declarer]
            options = [(ALONE, say("calc.alone").text()), *self._seats(others)]
            parts.append(self._chips("with", say("calc.partner").text(), options,
                                     self._text("with"), "with"))  # fmt: skip
        return join(*parts)

    def _points(self) -> Markup | None:
        if not self.asks.played_out:
            return None
        told = self._rest()
        if self.asks.sides == "each":
            pairs = [(f"p.{seat}", self.names[seat]) for seat in self.table.active]
        else:
            pairs = list(zip(("p", "o"), map(self._side, SIDES), strict=True))
        boxes = [self._number(name, label, told.get(name, ""), "decimal", "points")
                 for name, label in pairs]  # fmt: skip
        hint = say("calc.points_hint_each" if self.asks.sides == "each" else "calc.points_hint",
                   total=written(self.table.total)).text()  # fmt: skip
        parts: list[Content] = [
            self._group("points", say("calc.points").text(),
                        element("div", *boxes, class_="tk-fields"),
                        element("p", hint, class_="tk-field-hint"))
        ]  # fmt: skip
        if self.asks.left_over and (self._text("left") or self._is_needed("left")):
            options = [(str(n), str(n)) for n in range(self.table.count.packet)]
            parts.append(
                self._chips("left", say("calc.left").text(), options, self._text("left"), "left")
            )
        if self.asks.honours:
            options = [(str(n), str(n)) for n in range(len(self.table.cards.members("trul")) + 1)]
            parts.append(self._chips("hon", say("calc.honours").text(), options,
                                     self._text("hon"), "hon"))  # fmt: skip
        return join(*parts)

    def _side(self, side: str) -> str:
        """The players of a side, once they are told."""
        if not self.hand.sides_known:
            return settlement_view.first_up(term("side", side))
        ours = self.hand.ours
        seats = ours if side == "declarers" else [s for s in self.table.active if s not in ours]
        return say("calc.side", seats=[self.names[seat] for seat in seats]).text()

    def _rest(self) -> dict[str, str]:
        """What follows for the side that has not been filled in."""
        if self.hand.settled is None or self.asks.sides == "each":
            return {}
        points = facts_of.read(self.table, self.hand.facts).points
        if self.asks.left_over and not self._text("left"):
            return {}
        return {name: written(points[side]) for name, side in zip(("p", "o"), SIDES, strict=True)
                if not self._text(name)}  # fmt: skip

    def _tricks(self) -> Markup | None:
        if not self.asks.tricks:
            return None
        most = self.table.deal.hand
        pairs = list(zip(("t", "u"), map(self._side, SIDES), strict=True))
        pairs += [(f"t.{seat}", say("calc.own_tricks", seat=self.names[seat]).text())
                  for seat in self.hand.trick_seats]  # fmt: skip
        rest = {}
        for name, other in (("t", "u"), ("u", "t")):
            value = self._text(other)
            if not self._text(name) and is_whole(value) and int(value) <= most:
                rest[name] = str(most - int(value))
        boxes = [self._number(name, label, rest.get(name, ""), "numeric", "tricks")
                 for name, label in pairs]  # fmt: skip
        parts: list[Content] = [element("div", *boxes, class_="tk-fields")]
        if self.asks.lost_with:
            options = [("", say("calc.another_card").text()),
                       *((c, card_label(c)) for c in self.asks.lost_with)]  # fmt: skip
            parts.append(self._select("lostwith", say("calc.lost_with").text(), options,
                                      self._text("lostwith")))  # fmt: skip
        hint = element("p", say("calc.tricks_hint", most=most).text(), class_="tk-field-hint")
        return self._folded("tricks", say("calc.tricks").text(), join(*parts, hint),
                            open=self._is_needed("tricks") or any(self._text(n) for n, _ in pairs))  # fmt: skip

    def _said(self) -> Markup | None:
        parts: list[Content] = []
        if self.asks.declarations:
            rows = [(row, term("say", row)) for row in self.asks.declarations]
            told = sum(len(said) for said in self.hand.facts.get("declarations", {}).values())
            parts.append(self._folded("say", say("calc.declared").text(),
                                      self._grid("say", rows), told=told))  # fmt: skip
        if self.asks.announceable or self.asks.undertaken:
            rows = [(name, term("say", name)) for name in self.asks.announceable]
            told = sum(len(said) for said in self.hand.facts.get("announced", {}).values())
            with_bid = None
            if self.asks.undertaken:
                with_bid = element("p", say("calc.with_bid", names=list(self.asks.undertaken)).text(),
                                   class_="tk-field-hint")  # fmt: skip
            parts.append(self._folded("ann", say("calc.announced").text(),
                                      join(with_bid, self._grid("ann", rows) if rows else None),
                                      told=told))  # fmt: skip
        return join(*parts) if parts else None

    def _grid(self, field: str, rows: Sequence[Option]) -> Markup:
        """Who said what: a box for each player in each row."""
        seats, names = self.table.active, self.names
        head = element("tr", element("td"), *(element("th", names[s], scope="col") for s in seats))
        body = []
        for value, words in rows:
            cells = []
            for seat in seats:
                ticked = value in self.fields.all(f"{field}.{seat}")
                if (
                    field == "ann"
                    and not ticked
                    and not self.asks.may_announce(value, seat, self.hand.ours)
                ):
                    cells.append(element("td", "–"))
                    continue
                box = element("input", type="checkbox", name=f"{field}.{seat}", value=value,
                              id=controls.place(self.fields, f"{field}.{seat}", value), checked=ticked,
                              aria_label=f"{names[seat]}: {words}")  # fmt: skip
                cells.append(
                    element("td", element("label", box, element("span", class_="tk-tick")))
                )
            body.append(element("tr", element("th", words, scope="row"), *cells))
        return element("table", element("thead", head), element("tbody", *body), class_="tk-grid")

    def _doubles(self) -> Markup | None:
        parts = []
        for target in self.hand.targets:
            name, _, seat = target.partition("@")
            key = "calc.doubled_of" if seat else "calc.doubled"
            what = say(key, target=name, seat=self.names.get(seat, "")).text()
            options = [("", say("calc.undoubled").text()),
                       *((word, term("say", word)) for word in self.asks.doubles)]  # fmt: skip
            field = "x." + target.replace("@", ".")
            parts.append(self._chips(field, what, options, self._text(field), "double"))
        return join(*parts) if parts else None

    def _last_trick(self) -> Markup | None:
        if not self.asks.last_cards:
            return None
        parts: list[Content] = []
        for card in self.asks.last_cards:
            question = say("calc.last_called" if card == "called" else "calc.last_card", card=card)
            options = [("", say("calc.not_there").text()), *self._seats()]
            parts.append(self._chips(f"last.{card}", question.text(), options,
                                     self._text(f"last.{card}")))  # fmt: skip
        asked = any(self._text(f"last.{card}") for card in self.asks.last_cards)
        told = bool(self._text("last"))
        if asked or told or self._is_needed("last"):
            parts.append(self._chips("last", say("calc.last_winner").text(), self._seats(),
                                     self._text("last")))  # fmt: skip
            if self.asks.whole_last_trick:
                parts.append(self._other_cards())
        return self._folded("last", say("calc.last").text(), join(*parts),
                            open=asked or told or self._is_needed("last"))  # fmt: skip

    def _other_cards(self) -> Markup:
        """All four cards of the last trick, where they may matter."""
        options = [("", "–"), *((card, card_label(card)) for card in self.table.cards.cards)]
        boxes = [
            controls.select(self.fields, f"last.{seat}", self.names[seat], options,
                        self._text(f"last.{seat}"))
            for seat in self.table.active
        ]  # fmt: skip
        return controls.fieldset(
            say("calc.last_others").text(), element("div", *boxes, class_="tk-fields")
        )

    def _fallen(self) -> Markup | None:
        parts: list[Content] = []
        for card in self.asks.captured:
            if self._text(f"last.{card}"):
                continue
            options = [("", say("calc.not_lost").text()), *self._seats()]
            holder = self._text(f"fell.{card}")
            parts.append(
                self._chips(f"fell.{card}", say("calc.fell", card=card).text(), options, holder)
            )
            if holder:
                others = self._seats(seat for seat in self.table.active if seat != holder)
                parts.append(self._chips(f"took.{card}", say("calc.took", card=card).text(), others,
                                         self._text(f"took.{card}")))  # fmt: skip
                if self.asks.captors:
                    cards = [("", say("calc.another_card").text()),
                             *((c, card_label(c)) for c in self.asks.captors)]  # fmt: skip
                    parts.append(self._select(f"took.{card}.with", say("calc.took_with").text(), cards,
                                              self._text(f"took.{card}.with")))  # fmt: skip
        if self.asks.talon:
            rows = [(card, card_label(card)) for card in self.asks.talon]
            parts.append(controls.checkboxes(self.fields, "talon", say("calc.talon").text(), rows,
                                         self.fields.all("talon")))  # fmt: skip
            parts.append(self._problems("talon"))
        if not parts:
            return None
        told = len(self.hand.facts.get("captured", {})) + len(self.hand.facts.get("talon_left", ()))
        return self._folded("fell", say("calc.fallen").text(), join(*parts), told=told)

    def _slips(self) -> Markup | None:
        parts = []
        told = 0
        options = [(str(n or ""), str(n or "–")) for n in range(MOST_SLIPS + 1)]
        for event, row in self.asks.slips.items():
            seats = self.hand.slip_seats(row)
            name = next(n for n, r in self.table.penalties.items() if r is row)
            boxes = [
                controls.select(self.fields, f"slip.{event}.{seat}", self.names[seat], options,
                            self._text(f"slip.{event}.{seat}"))
                for seat in seats
            ]  # fmt: skip
            if boxes:
                words = settlement_view.first_up(term("penalty", name))
                parts.append(controls.fieldset(words, element("div", *boxes, class_="tk-fields")))
        told = sum(map(len, self.hand.facts.get("irregular", {}).values()))
        return (
            self._folded("slip", say("calc.slips").text(), join(*parts), told=told)
            if parts
            else None
        )

    def _pots(self) -> Markup | None:
        if not self.asks.pots:
            return None
        boxes = [
            self._number(f"pot.{name}", say("calc.pot", pot=name).text(),
                         written_amount(self.table.pots[name].starts), "decimal", "pot")
            for name in self.asks.pots
        ]  # fmt: skip
        return element("div", *boxes, self._problems("pot"), class_="tk-question")

    # -- the answer ---------------------------------------------------------------------------

    def _result(self, within: bool) -> Markup:
        hand, table = self.hand, self.table
        buttons = None if within else element("p", controls.button(self.fields, "next", say("calc.next").text()), " ",
                          controls.button(self.fields, "example", say("calc.example").text()), " ",
                          controls.clear(self.fields), class_="tk-actions")  # fmt: skip
        if hand.settled is None:
            bar = element("div", self._why_not(), class_="tk-calc-bar", role="status")
            work = None if within else element("div", buttons, class_="tk-calc-work")
            return element("div", bar, work, class_="tk-result")
        bar = element("div", settlement_view.balance(table, hand.settled, self.names), class_="tk-calc-bar",
                      role="status")  # fmt: skip
        told = [settlement_view.sentence(line, self._who()) for line in tell(hand.facts)]
        work = element(
            "div",
            element("p", " ".join(told), class_="tk-printed"),
            element("h2", say("calc.pay").text()),
            settlement_view.payments(table, hand.settled, self.names),
            element("h2", say("calc.working").text()) if hand.settled.items else None,
            settlement_view.working(table, hand.settled, self.names, self.base),
            buttons,
            class_="tk-calc-work",
        )
        return element("div", bar, work, class_="tk-result")

    def _why_not(self) -> Markup:
        """What keeps the hand from being settled."""
        css = "is-wrong" if self.hand.problems else None
        return element("p", self.why_not().text(), class_=css)

    def why_not(self) -> Message:
        """What keeps the hand from being settled: what does not fit first, else what is missing."""
        if self.hand.problems:
            message, _ = next(iter(self.hand.problems.values()))[0]
            return settlement_view.named(message, self._who())
        return say("calc.needed", what=[m.text() for m in self.hand.needed])

    def _who(self) -> dict[str, str]:
        return {**self.names, **{side: self._side(side) for side in SIDES}}

    # -- pieces -------------------------------------------------------------------------------

    def _text(self, name: str) -> str:
        return self.fields.text(name)

    def _is_needed(self, what: str) -> bool:
        """Whether the hand cannot be settled without it."""
        return any(message.id == f"calc.need.{what}" for message in self.hand.needed)

    def _seats(self, seats: Iterable[Seat] | None = None) -> list[Option]:
        chosen = self.table.active if seats is None else seats
        return [(seat, self.names[seat]) for seat in chosen]

    def _problems(self, group: str) -> Markup | None:
        told = self.hand.problems.get(group, [])
        if not told:
            return None
        lines = [
            element("p", settlement_view.named(message, self._who()).text(),
                    controls.rule_links(self.table, points, self.base))
            for message, points in told[:3]
        ]  # fmt: skip
        return element(
            "div", *lines, class_="tk-wrong", id=controls.place(self.fields, group, "wrong")
        )

    def _chips(
        self, name: str, legend: str, options: Sequence[Option], chosen: str, group: str = ""
    ) -> Markup:
        """One of a few, each as large as a thumb."""
        chips = []
        for value, words in options:
            at = controls.place(self.fields, name, value or "none")
            box = element(
                "input", type="radio", name=name, value=value, id=at, checked=value == chosen
            )
            chips.append(element("label", box, element("span", words), class_="tk-chip"))
        return self._group(group, legend, element("div", *chips, class_="tk-chips"))

    def _group(self, group: str, legend: str, *content: Content) -> Markup:
        wrong = self._problems(group) if group else None
        return element(
            "fieldset", element("legend", legend), *content, wrong,
            aria_describedby=controls.place(self.fields, group, "wrong") if wrong else None,
            class_="tk-question is-wrong" if wrong else "tk-question",
        )  # fmt: skip

    def _folded(
        self, group: str, words: str, content: Markup, *, told: int = 0, open: bool = False
    ) -> Markup:
        """Questions that most hands do not ask: folded up until something is told there."""
        wrong = self._problems(group)
        count = element("span", str(told), class_="tk-told") if told else None
        return element(
            "details",
            element("summary", words, " ", count),
            content, wrong,
            open=bool(told or open or wrong), class_="tk-question is-wrong" if wrong else "tk-question",
        )  # fmt: skip

    def _select(self, name: str, label: str, options: Sequence[Option], chosen: str) -> Markup:
        return controls.select(self.fields, name, label, options, chosen)

    def _number(self, name: str, label: str, rest: str, mode: str, group: str) -> Markup:
        at = controls.place(self.fields, name)
        wrong = group in self.hand.problems
        control = element(
            "input", type="text", name=name, id=at, inputmode=mode, class_="tk-number",
            value=self._text(name), placeholder=rest or None, maxlength="9",
            aria_invalid="true" if wrong else None,
            aria_describedby=controls.place(self.fields, group, "wrong") if wrong else None,
        )  # fmt: skip
        return controls.labelled(self.fields, name, label, control)


def written_amount(amount: Decimal) -> str:
    """An amount as one types it."""
    return format(amount.normalize(), "f") if amount else "0"
