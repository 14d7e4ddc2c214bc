"""The shape of a rule table: one class per kind of row, one field per column.

This is the schema. The reader builds these classes from YAML and refuses whatever does not fit; the
JSON Schema for editors is made from the same hints. What each column means is told for rule authors
in docs/contributing/columns.md, which a test holds against these classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from taroky.cards import Pack
from taroky.rules.conditions import Amount, Condition

Seat = str
SEATS = ("A", "B", "C", "D", "E")

PhaseName = Literal[
    "deal", "auction", "calling", "talon", "discard", "announce", "play", "score"
]  # fmt: skip
Role = Literal[
    "first", "opener", "others", "any", "dealer", "declarer", "opponents", "declarers"
]  # fmt: skip
Caller = Literal["any", "opener", "others"]
Duty = Literal["follow", "trump", "overtrump", "beat"]
Leader = Literal["first", "opener", "declarer"]

Topic = Literal[
    "deal", "auction", "contracts", "calling", "talon", "discards", "declarations", "bonuses",
    "doubling", "play", "counting", "settlement", "penalties", "pots", "session",
]  # fmt: skip

Points = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, kw_only=True)
class Row:
    """Anything that can name the rule points its cells carry: points: {cell: [ID, …]}."""

    points: Points = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Unit(Row):
    """What is counted (money, chips, points)."""

    name: str
    step: Decimal
    odd_to: Literal["payers_in_order"] = "payers_in_order"


@dataclass(frozen=True, kw_only=True)
class Fifth(Row):
    """One more at the table than play."""

    sits_out: Literal["dealer"] = "dealer"
    cuts: Literal["B", "C", "D"] = "B"
    stands_for_dealer: Literal["B", "C", "D"] = "D"


@dataclass(frozen=True, kw_only=True)
class Seats(Row):
    """Who sits at the table."""

    players: tuple[int, ...]
    active: int
    direction: Literal["anticlockwise", "clockwise"]
    fifth: Fifth | None = None


@dataclass(frozen=True, kw_only=True)
class PackRow(Row):
    """The cards, their order and values."""

    cards: int
    trumps: tuple[str, ...]
    black: tuple[str, ...]
    red: tuple[str, ...]
    excuse: Literal["SKYZ", "none"] = "none"
    values: Mapping[str, int]
    sets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Way(Row):
    """A way of dealing that the cutter or the dealer may choose."""

    asked: Literal["cutter", "dealer"]
    pack: Literal["cut", "uncut"]
    packets: tuple[int, ...]
    pick: Literal["free", "free_unless_first_dealt", "free_unless_nearest"] | None = None
    after: str | None = None
    dealer_split: bool = False


@dataclass(frozen=True, kw_only=True)
class Talon(Row):
    """The six cards (or another number) laid apart.

    scattered: the dealer lays them out while dealing, at places of the pack he chooses.
    """

    cards: int
    dealt: Literal["first", "last", "scattered"] = "first"
    top: Literal["first_dealt", "last_dealt"] = "first_dealt"
    not_first: bool = False
    not_last: bool = False
    not_adjacent: bool = False


@dataclass(frozen=True, kw_only=True)
class Drawing(Row):
    """How the cards drawn for the first deal compare."""

    by: Literal["tarok_over_suit", "points"] = "tarok_over_suit"
    tie: Literal["redraw", "suit_order"] = "redraw"
    excuse: Literal["counts", "redraw"] = "counts"


@dataclass(frozen=True, kw_only=True)
class Deal(Row):
    """From the shuffled pack to the hands."""

    first_dealer: Literal[
        "highest_draw", "before_high_draw", "draw_lowest", "random", "host", "senior", "agreed_seat"
    ]
    draw: Drawing = field(default_factory=Drawing)
    cutter: Literal["opposite_dealer", "before_dealer", "left"]
    shuffle: bool = True
    exposed_card: Literal["play_on", "misdeal"] | None = None
    hand: int
    talon: Talon
    ways: Mapping[str, Way]


@dataclass(frozen=True, kw_only=True)
class Barred(Row):
    """When a word may not be said after all."""

    when: Condition


@dataclass(frozen=True, kw_only=True)
class Call(Row):
    """A word that may be said in the auction; without a rank it is no bid.

    barred: exceptions, each a row of its own, so that options can add and remove them one by one;
    then: the opening goes to the next player; pays: a declaration that is made with the call.
    """

    rank: int | None = None
    who: Caller = "any"
    when: Condition = field(default_factory=Condition)
    barred: Mapping[str, Barred] = field(default_factory=dict)
    ends: bool = False
    then: Literal["next_opens", "next_opens_asked_last"] | None = None
    pays: str | None = None


@dataclass(frozen=True, kw_only=True)
class FirstHand(Row):
    """Who opens in the first hand of a session: whoever holds the first of these that is held."""

    lowest_held: tuple[str, ...]
    otherwise: Literal["first"] = "first"


@dataclass(frozen=True, kw_only=True)
class Auction(Row):
    """Who bids, in what rhythm, and which words there are; without words the only contract is
    played.

    exchange_first: the opener draws as for this contract, and all lay away, before anybody bids.
    """

    starts: Literal["first"] = "first"
    first_hand: FirstHand | None = None
    exchange_first: str | None = None
    asks: Literal["once", "until_passed", "anew_after_bid"] = "once"
    all_pass: Literal["redeal_next_dealer", "redeal_same_dealer"] | None = None
    calls: Mapping[str, Call] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Contract(Row):
    """A kind of game; calling, talon, discard and play name rows of those sections."""

    sides: Literal["called", "alone", "each"]
    calling: str | None = None
    talon: str
    discard: str | None = None
    play: str
    rate: Amount = field(default_factory=lambda: Amount(number=Decimal(0)))
    loss: Amount = field(default_factory=lambda: Amount(number=Decimal(1)))
    undertakes: tuple[str, ...] = ()
    says: tuple[str, ...] = ("declarations", "bonuses", "doubles")


@dataclass(frozen=True, kw_only=True)
class Offer(Row):
    """A choice put to a player at a fixed moment, or (who: engine) what then happens by itself."""

    at: Literal[
        "before_auction", "before_own_call", "before_call", "before_talon", "after_draw",
        "after_look", "before_lead",
    ]  # fmt: skip
    until: Literal["own_call", "discard", "take", "lead"] | None = None
    who: Literal["declarer", "any", "engine"]
    when: Condition = field(default_factory=Condition)
    then: Literal["play", "end", "redeal_same_dealer", "redeal_next_dealer"]
    contract: str | None = None
    pay: Amount | None = None
    to: Literal["each_other", "declarers"] | None = None
    also: tuple[Literal["declarations"], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Name(Row):
    """A card that may be called: this one (none: nobody is called), any of these sets, or the first
    of a ladder the caller does not hold.

    own: whether it may be a card the caller holds; said: whether the card is named, or only the row.
    """

    card: str | None = None
    cards: tuple[str, ...] = ()
    first_missing: tuple[str, ...] = ()
    when: Condition = field(default_factory=Condition)
    own: bool = True
    said: Literal["card", "row"] = "card"


@dataclass(frozen=True, kw_only=True)
class Calling(Row):
    """How a partner is called.

    at: in the phase of calling, at once with the bid, or not at all (none: the only name counts as
    called). held: where a card counts as held by the caller.
    """

    at: Literal["phase", "with_bid", "none"] = "phase"
    names: Mapping[str, Name]
    held: tuple[Literal["hand", "discards"], ...] = ("hand",)
    unspoken: str | None = None
    secret: Literal["until_seen", "no"]
    own_secret: Literal["until_seen", "no"] = "until_seen"
    partner: Literal["holder_after_talon", "holder_before_talon"] = "holder_after_talon"
    if_discarded: Literal["discarder", "alone", "call_again"] = "discarder"


@dataclass(frozen=True, kw_only=True)
class Draw(Row):
    """One player's draw from the talon; who counts seats on from the declarer (0 = declarer)."""

    after_declarer: int
    cards: int
    may_pass_to: int | None = None


@dataclass(frozen=True, kw_only=True)
class Passes(Row):
    """Passing a draw on: how many may be, and whether the turn moves or the very card is offered.

    refusable: whoever is offered the card may refuse it; then the player who offered it draws.
    """

    most: int
    moves: Literal["turn", "card"] = "turn"
    refusable: bool = False


@dataclass(frozen=True, kw_only=True)
class Choose(Row):
    """Taking a set of the talon after having looked at so many.

    earliest: where that may be fewer looks.
    """

    looks: int
    earliest: int | None = None
    take: int
    level: int


@dataclass(frozen=True, kw_only=True)
class Rest(Row):
    """Who counts cards that stay in the talon; each row takes its cards from what is left.

    cards: "all", "unseen", places in the order dealt ("1-3"), "others" (what no row before took),
    "random_3" or "chosen_3" (the declarer picks so many after the last trick, unseen).
    """

    when: Condition = field(default_factory=Condition)
    cards: str = "all"
    to: Literal["declarers", "opponents", "trick_takers", "nobody"]


@dataclass(frozen=True, kw_only=True)
class TalonUse(Row):
    """What a contract does with the talon."""

    draws: Mapping[str, Draw] = field(default_factory=dict)
    passes: Passes | None = None
    sets: tuple[int, ...] = ()
    pick: Literal["any_three"] | None = None
    choose: Mapping[str, Choose] = field(default_factory=dict)
    show: Literal["each_rejected", "first_rejected", "bottom_on_back", "none"] = "none"
    seen_by: Literal["drawer", "all"] = "drawer"
    rest: Mapping[str, Rest] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Discard(Row):
    """What may be laid away: never these sets, those only when nothing else is left.

    shown: sets laid face up; told: sets of which only the number is told. others_for: who counts
    the discards of everybody but the declarer, where that differs from counts_for.
    """

    never: tuple[str, ...]
    only_if_short: tuple[str, ...] = ()
    short_test: Literal["card_by_card", "whole_hand", "none_left"] = "card_by_card"
    shown: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    drawn_cards: Literal["allowed", "forbidden"] = "allowed"
    counts_for: Literal["discarder", "other_side", "opponents"] = "discarder"
    others_for: Literal["discarder", "other_side", "opponents"] | None = None
    order: Literal["from_declarer", "from_opener", "simultaneous"] = "from_declarer"


@dataclass(frozen=True, kw_only=True)
class Stage(Row):
    """A round of announcing, or a time in the play when something may be said.

    who: of whom it is asked at all. says: kinds (declarations, bonuses, doubles) or single rows of
    declarations and bonuses.
    """

    starts: Literal["declarer", "after_declarer", "opener", "leader", "anyone"]
    turns: Literal[
        "once", "until_quiet", "one_answer_each", "first_who_speaks", "before_own_first_card",
        "any_time",
    ]  # fmt: skip
    who: Role = "any"
    says: tuple[str, ...]
    asked: Literal["everybody", "able"] = "everybody"
    opens: Literal["after_discard", "after_exchange", "after_call", "after_double"] = (
        "after_discard"
    )
    closes: Literal["lead", "next_card", "settle"] = "lead"


@dataclass(frozen=True, kw_only=True)
class Announce(Row):
    """The rounds of announcing before the first lead."""

    stages: Mapping[str, Stage] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Declaration(Row):
    """A holding that may be declared and is paid for; shows: so many taroky are laid open."""

    when: Condition
    pay: Amount
    group: str | None = None
    shows: int | None = None


@dataclass(frozen=True, kw_only=True)
class Group(Row):
    """How many rows of a group one player may declare; then_most instead where `unless` holds, but
    more than `most` only of then_rows, if these are written.

    lower: may a row be declared although the hand holds a dearer one of the group?
    """

    most: int
    unless: Condition | None = None
    then_most: int | None = None
    then_rows: tuple[str, ...] = ()
    lower: bool = True


@dataclass(frozen=True, kw_only=True)
class Silence(Row):
    """Who may keep silent about which declarations, where all others must be made."""

    who: Role = "any"
    rows: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Declarations(Row):
    """All holdings: judged on which cards, who has to make them, who pays them and when."""

    judged: Literal["hand", "dealt"] = "hand"
    voluntary: bool = True
    may_hide: Silence | None = None
    to: Literal["side", "opponents", "each_other", "each_other_shared", "game_winners"] = "side"
    paid: Literal["at_end", "at_once"] = "at_end"
    doubled: bool = False
    per_group: Mapping[str, Group] = field(default_factory=dict)
    excuse: Literal["if_all_shown", "never"] = "never"
    rows: Mapping[str, Declaration] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Outcome(Row):
    """What a bonus came to: every row whose condition holds pays its side (less than 0: it pays)."""

    when: Condition
    pay: Amount | None = None
    points_moved: Amount | None = None
    side: Literal["sayer", "declarers", "opponents"] | None = None
    doubled: Literal["no", "own", "game", "own_or_game"] = "no"
    replaces: tuple[str, ...] = ()
    payer: Literal["sayer", "nobody"] | None = None
    receiver: Literal["declarer"] | None = None
    between: Literal["holder_and_each"] | None = None
    best_of: str | None = None


@dataclass(frozen=True, kw_only=True)
class Bonus(Row):
    """A feat in the play that pays, more when announced.

    card: the card that matters; say: who may announce (a condition on his hand), say_who: of
    whom that is asked at all; binds: the announced card must be held back; first_only: one
    announcement a hand; leads: its sayer leads to the first trick; side: whose feat it is; outcomes: what it can come to.
    """

    card: str | None = None
    say: Condition = field(default_factory=Condition)
    say_who: Role = "any"
    binds: bool = False
    first_only: bool = False
    leads: bool = False
    side: Literal["either", "sayer", "holder", "declarers", "last_takers"] = "either"
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Doubling(Row):
    """Words with their factors, what they may be said to, and by whom.

    shut_by: what can no longer be doubled once one of these bonuses is announced.
    """

    steps: Mapping[str, int] = field(default_factory=dict)
    on: tuple[str, ...] = ()
    first: Literal["side_against", "not_declarer", "anyone"] = "side_against"
    turn: Literal["in_turn", "anyone"] = "in_turn"
    hidden_partner: Literal["void_if_partner", "true_teams"] = "void_if_partner"
    shut_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Bar(Row):
    """A card, or a set of cards, taken out of the legal cards unless nothing else is left.

    spares_lead: this card ("called": the called one) may be led all the same.
    """

    card: str | None = None
    cards: str | None = None
    at: Literal["any", "lead", "follow"]
    when: Condition = field(default_factory=Condition)
    unless: Condition | None = None
    spares_lead: str | None = None


@dataclass(frozen=True, kw_only=True)
class Wins(Row):
    """A finished trick that another card wins than the highest."""

    when: Condition
    card: str


@dataclass(frozen=True, kw_only=True)
class Excuse(Row):
    """What becomes of the excuse: it goes back to its player, who owes the trick's winner a card.

    swap: sets of cards that may be given; swap_from: where the card may come from; no_swap_card:
    who has the excuse when there was never a card to give; last_trick: whether it can be lost there.
    """

    swap: tuple[str, ...]
    swap_from: Literal["tricks", "tricks_and_discards"] = "tricks"
    no_swap_card: Literal["keep", "lose"] = "keep"
    last_trick: Literal["lost", "kept"]


@dataclass(frozen=True, kw_only=True)
class Play(Row):
    """How tricks are played.

    first_hand_lead: who leads in the first hand of a session, where that differs. irregular: what
    happens to a card that is not legal. short_hand: a player with too few cards after a wrong
    discard. stops_early: no more tricks once an announced bonus for all tricks is lost,
    unless something else is left to play for. ends_when_sure: the last tricks play themselves once
    the side that has had every trick cannot lose one and nothing else is open.
    """

    lead: Leader
    first_hand_lead: Leader | None = None
    duties: tuple[Duty, ...]
    bars: Mapping[str, Bar] = field(default_factory=dict)
    wins: Mapping[str, Wins] = field(default_factory=dict)
    excuse: Excuse | None = None
    irregular: Literal["refused", "recorded", "hand_lost"] = "refused"
    short_hand: Literal["plays_on", "redeal"] | None = None
    stops_early: bool = False
    ends_when_sure: bool = False


@dataclass(frozen=True, kw_only=True)
class Count(Row):
    """Counting: packets of so many cards less `deduct`, and what is taken off left-over cards.

    lowest_last: the lowest cards of a pile are those left over. left_over: exact counts them to the
    fraction where each plays for himself; worthless: they score nothing; up_for_declarers: half a point is a whole one for them. piles: a side's tricks
    lie together from the first on, or each player keeps his own until the end.
    """

    packet: int
    deduct: Decimal
    left: Mapping[str, Decimal] = field(default_factory=dict)
    lowest_last: bool = False
    left_over: Literal["as_deducted", "exact", "worthless", "up_for_declarers"] = "as_deducted"
    piles: Literal["side", "player_then_side"] = "side"


@dataclass(frozen=True, kw_only=True)
class Result(Row):
    """Who has won: the declarers when `wins` holds, or whoever has most points has won or lost.

    contracts: for these only; none named means all. target: the points the declarers need. ties:
    several with most points have won together, or the hand is dealt again and counts for nothing.
    """

    contracts: tuple[str, ...] = ()
    target: Amount | None = None
    wins: Condition | None = None
    losers: Literal["most_points"] | None = None
    winners: Literal["most_points"] | None = None
    ties: Literal["shared", "replay"] = "shared"


@dataclass(frozen=True, kw_only=True)
class Payment(Row):
    """An amount paid for the game itself, to or from a pot, or (times, over) a multiplier.

    payer, receiver: a role, a pot, or "pagat.winners"; none means losers and winners of the game.
    order: paid after everything else, in this order, when what it rests on is known.
    """

    when: Condition = field(default_factory=Condition)
    pay: Amount | None = None
    payer: str | None = None
    receiver: str | None = None
    doubled: bool = False
    ties: Literal["shared", "shared_up"] | None = None
    trickless: int | None = None
    between: Literal["shared"] | None = None
    order: int | None = None
    replaces: tuple[str, ...] = ()
    times: Amount | None = None
    over: tuple[str, ...] = ()
    owed_by: Literal["anyone", "declarers", "trickless"] = "anyone"


@dataclass(frozen=True, kw_only=True)
class Settle(Row):
    """How an amount passes between the sides; shares: how an uneven side divides it."""

    between: Literal["sides", "sides_once", "sides_thrice"] = "sides"
    shares: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Liability(Row):
    """An offender answers for his side: what becomes of the amounts that he won or lost.

    winner: he has partners; lone_winner: he has none; loser: he lost, alone or not.
    """

    winner: Literal["pays_partners", "pays_partners_beside_losers", "pays_each"]
    loser: Literal["pays_side"]
    lone_winner: Literal["nothing", "pays_each"]


@dataclass(frozen=True, kw_only=True)
class Penalty(Row):
    """What an irregularity, or an event of the play, costs.

    event: the kind; none means the row's own name. liable: the offender answers for his side, but
    not for what `spares` names; takes_back: what he got for these is paid back.
    """

    event: str | None = None
    when: Condition = field(default_factory=Condition)
    card: str | None = None
    who: Literal["dealer", "offender", "holder", "declarer"]
    pay: Amount | None = None
    to: str = "each_other"
    next_dealer: Literal["same", "next"] | None = None
    order: int | None = None
    replaces: tuple[str, ...] = ()
    liable: Liability | None = None
    spares: tuple[Literal["declarations"], ...] = ()
    takes_back: tuple[Literal["declarations"], ...] = ()
    left_over_to: Literal["other_side"] | None = None


@dataclass(frozen=True, kw_only=True)
class Pot(Row):
    """A pot that is kept from hand to hand."""

    on: bool = True
    starts: Decimal = Decimal(0)
    odd: Literal["stays", "fractions", "declarer"] = "stays"
    at_end: Literal["left", "share_equally"] = "left"


@dataclass(frozen=True, kw_only=True)
class Ends(Row):
    """When a session ends: after so many hands, or when somebody has no more chips than this."""

    hands: Literal["unlimited", "agreed", "4", "8", "12"] = "unlimited"
    chips: Decimal | None = None


@dataclass(frozen=True, kw_only=True)
class Session(Row):
    """What goes on from hand to hand.

    next_dealer_by: other next dealers, by contract; counts: whether a hand that ended so (by the
    name of the offer or penalty, or all_pass) is one of the agreed hands.
    """

    next_dealer: Literal["first", "opener", "declarer"]
    next_dealer_by: Mapping[str, Literal["first", "opener", "declarer"]] = field(
        default_factory=dict
    )
    redealt_first: Literal["still_first", "normal"] = "still_first"
    start_chips: Decimal = Decimal(0)
    ends: Ends = field(default_factory=Ends)
    debt: Literal["allow_negative", "pay_what_he_has"] = "allow_negative"
    best: Literal["most", "none"] = "most"
    tie: Literal["shared", "extra_round"] = "shared"
    counts: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Option(Row):
    """A choice a house may make; each value is a small delta of the table.

    topic: the heading it stands under in the menu. needs: values other options must have, or the
    choice changes nothing. number_in: the cells that any other positive number chosen is written into
    ("session.start_chips"), with a minus before the cell as what is paid ("-bonuses.…").
    """

    topic: Topic
    default: str
    values: Mapping[str, Any]
    number_in: tuple[str, ...] = ()
    needs: Mapping[str, str] = field(default_factory=dict)

    @property
    def number_cells(self) -> tuple[str, ...]:
        """The paths of the cells that another number is written into."""
        return tuple(cell.removeprefix("-") for cell in self.number_in)

    @property
    def typed(self) -> bool:
        """Whether there is nothing to choose from but a number to be written."""
        return bool(self.number_in) and len(self.values) == 1


@dataclass(frozen=True, kw_only=True)
class Table(Row):
    """A whole rule set, flattened."""

    table: str
    title: str
    prefix: str
    unit: Unit
    names: Mapping[str, str] = field(default_factory=dict)
    phases: tuple[PhaseName, ...]
    seats: Seats
    pack: PackRow
    deal: Deal
    auction: Auction = field(default_factory=Auction)
    contracts: Mapping[str, Contract]
    offers: Mapping[str, Offer] = field(default_factory=dict)
    calling: Mapping[str, Calling] = field(default_factory=dict)
    talon: Mapping[str, TalonUse]
    discard: Mapping[str, Discard] = field(default_factory=dict)
    announce: Announce = field(default_factory=Announce)
    declarations: Declarations = field(default_factory=Declarations)
    bonuses: Mapping[str, Bonus] = field(default_factory=dict)
    doubling: Doubling = field(default_factory=Doubling)
    play: Mapping[str, Play]
    count: Count
    result: Mapping[str, Result]
    payments: Mapping[str, Payment]
    settle: Settle = field(default_factory=Settle)
    penalties: Mapping[str, Penalty] = field(default_factory=dict)
    pots: Mapping[str, Pot] = field(default_factory=dict)
    session: Session
    options: Mapping[str, Option] = field(default_factory=dict)
    chosen: Mapping[str, str] = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)
    packed: str = ""

    @property
    def name(self) -> str:
        """What `taroky.rules.load` knows it by: the id, or a house table's packed name."""
        return self.packed or self.table

    @cached_property
    def cards(self) -> Pack:
        """The pack of this rule set."""
        row = self.pack
        excuse = () if row.excuse == "none" else (row.excuse,)
        return Pack(row.trumps, row.black, row.red, row.sets, row.values, excuse)

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """What other rooms have worked out from this table alone and need again and again."""
        return {}

    @cached_property
    def _points_of(self) -> dict[str, tuple[str, ...]]:
        return {}

    @cached_property
    def total(self) -> Fraction:
        """Card points of the whole pack, counted by this rule set."""
        packets, left = divmod(len(self.cards.cards), self.count.packet)
        faces = sum(map(self.cards.value, self.cards.cards))
        deduct = Fraction(self.count.deduct) * packets
        return faces - deduct - (Fraction(self.count.left[str(left)]) if left else 0)

    @cached_property
    def active(self) -> tuple[Seat, ...]:
        """The seats that play, in order of play: A first, the dealer (with four) last."""
        return SEATS[: self.seats.active]

    @cached_property
    def orders(self) -> dict[Seat, tuple[Seat, ...]]:
        """The seats that play in order of play, from each of them on."""
        seats = self.active
        return {seat: seats[i:] + seats[:i] for i, seat in enumerate(seats)}

    def penalty(self, event: str) -> str:
        """The row of `penalties` for this kind of event, "" if the table has none."""
        rows = self.penalties.items()
        return next((name for name, row in rows if (row.event or name) == event), "")

    def may_look(self, contract: str) -> bool:
        """Whether the player of this contract looks at the talon before he takes of it."""
        return bool(self.talon[self.contracts[contract].talon].choose)

    def priced(self, event: str) -> bool:
        """Whether the table has a penalty for this kind of event, so that it can be recorded."""
        return bool(self.penalty(event))

    def points_of(self, path: str) -> tuple[str, ...]:
        """Rule points of a cell ("contracts.solo.rate"), else of the nearest row around it that
        names some for itself. A cell inside a value is named in its row: "duties.follow"."""
        found = self._points_of.get(path)
        if found is None:
            found = self._points_of[path] = self._look_up(path)
        return found

    def _look_up(self, path: str) -> tuple[str, ...]:
        keys = path.split(".")
        for end in range(len(keys) - 1, -1, -1):
            row = self._find(keys[:end])
            if row is None:
                continue
            cell = ".".join(keys[end:])
            while cell:
                found = row.points.get(cell)
                if found:
                    return found
                cell = cell.rpartition(".")[0]
            if end and row.points.get("self"):
                return row.points["self"]
        return ()

    def _find(self, keys: list[str]) -> Row | None:
        here: Any = self
        for key in keys:
            here = here.get(key) if isinstance(here, Mapping) else getattr(here, key, None)
            if here is None:
                return None
        return here if isinstance(here, Row) else None

    def page_of(self, point: str) -> str:
        """The rule set on whose page a rule point stands: its own, or one it extends."""
        return self.pages.get(point.partition("-")[0], self.table)

    def all_points(self) -> frozenset[str]:
        """Every rule point that some cell names."""
        return self._points

    @cached_property
    def _points(self) -> frozenset[str]:
        return frozenset(
            point for row in rows_of(self) for ids in row.points.values() for point in ids
        )


def rows_of(row: Row) -> Iterator[Row]:
    """The row and every row inside it."""
    yield row
    for column in fields(row):
        value = getattr(row, column.name)
        inside = value.values() if isinstance(value, Mapping) else (value,)
        for item in inside:
            if isinstance(item, Row):
                yield from rows_of(item)
