"""The headings of tables for spreadsheets, in every language: a table is written in the reader's, and read in
any. They are here and not in the catalogues, since a page has the words of its own language only.
"""

from __future__ import annotations

from functools import cache, lru_cache

from taroky.characters import same_name
from taroky.messages import ENGLISH, language

#: By language: what is written for each heading. A new language adds a line; until then it has the English ones.
WORDS = {
    ENGLISH: {
        "sheet": "taroky",
        "tournament": "taroky tournament",
        "rules": "rules",
        "option": "option",
        "first_dealer": "first dealer",
        "start": "start",
        "agreed": "agreed hands",
        "stopped": "ended",
        "yes": "yes",
        "seated": "seated after",
        "hand": "hand",
        "dealer": "dealer",
        "contract": "contract",
        "declarer": "declarer",
        "ended": "ended",
        "pot": "pot",
        "now": "now",
        "rank": "rank",
        "number": "number",
        "name": "name",
        "total": "total",
        "places": "place points",
        "played": "rounds played",
        "round": "round",
        "extra": "extra round",
        "table": "table",
        "won": "won",
        "rests": "rests",
    },
    "cs": {
        "sheet": "taroky",
        "tournament": "turnaj v tarokách",
        "rules": "pravidla",
        "option": "volba",
        "first_dealer": "první rozdává",
        "start": "na začátku",
        "agreed": "domluvených her",
        "stopped": "ukončeno",
        "yes": "ano",
        "seated": "u stolu po hře",
        "hand": "hra",
        "dealer": "rozdává",
        "contract": "co se hrálo",
        "declarer": "vydražitel",
        "ended": "konec",
        "pot": "bank",
        "now": "stav",
        "rank": "pořadí",
        "number": "číslo",
        "name": "jméno",
        "total": "celkem",
        "places": "body za umístění",
        "played": "odehraných kol",
        "round": "kolo",
        "extra": "kolo navíc",
        "table": "stůl",
        "won": "výhra",
        "rests": "nehraje",
    },
    "pl": {
        "sheet": "taroky",
        "tournament": "turniej taroka",
        "rules": "zasady",
        "option": "opcja",
        "first_dealer": "rozdaje na początku",
        "start": "na początku",
        "agreed": "umówionych rozdań",
        "stopped": "zakończono",
        "yes": "tak",
        "seated": "przy stole po rozdaniu",
        "hand": "rozdanie",
        "dealer": "rozdaje",
        "contract": "kontrakt",
        "declarer": "rozgrywa",
        "ended": "koniec",
        "pot": "pula",
        "now": "stan",
        "rank": "pozycja",
        "number": "numer",
        "name": "nazwisko",
        "total": "razem",
        "places": "punkty za miejsca",
        "played": "rozegranych rund",
        "round": "runda",
        "extra": "runda dodatkowa",
        "table": "stół",
        "won": "wygrana",
        "rests": "pauzuje",
    },
}
#: What else people write over a column of a list of names.
_OTHERS = {
    "names": "name",
    "player": "name",
    "players": "name",
    "jména": "name",
    "hráč": "name",
    "hráči": "name",
    "příjmení": "name",
    "příjmení a jméno": "name",
    "jméno a příjmení": "name",
    "imię": "name",
    "imię i nazwisko": "name",
    "nazwisko i imię": "name",
    "nazwiska": "name",
    "gracz": "name",
    "gracze": "name",
    "zawodnik": "name",
    "no": "number",
    "no.": "number",
    "nr": "number",
    "nr.": "number",
    "#": "number",
    "č.": "number",
    "lp.": "number",
}


def heading(key: str) -> str:
    """The heading in the language that is spoken."""
    return WORDS.get(language(), WORDS[ENGLISH])[key]


def is_heading(cell: str, *keys: str) -> bool:
    """Whether a cell is one of these headings, in any language."""
    return _keys_of(same_name(cell).casefold()).intersection(keys) != set()


@lru_cache(maxsize=256)
def _keys_of(cell: str) -> frozenset[str]:
    keys = {key for words in WORDS.values() for key, word in words.items() if word == cell}
    return frozenset(keys | ({_OTHERS[cell]} if cell in _OTHERS else set()))


@cache
def known_headings() -> frozenset[str]:
    """Every heading of every language."""
    return frozenset(_OTHERS) | {word for words in WORDS.values() for word in words.values()}
