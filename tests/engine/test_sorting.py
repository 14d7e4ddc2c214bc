"""Words in the order of each language, by lists that were sorted by hand as its dictionaries do."""

import random

import pytest
from taroky.messages import languages, speaking
from taroky.messages.sorting import in_order, initial, sort_key

#: Czech: č, ch, ř, š and ž are letters of their own; other accents count only where all letters are the same.
CZECH = """
    1 last|1 Last|10 taroků|barva|barvičky|bída|cena|cukr|čára|česat|čtyři|dáma|ďas|dělit|druhá povinnost|druhák
    flek|hlášení|hláška|hra|hůl|chlapec|chyba|Chyba|ihned|jezdec|kluk|král|křída|křížek|lov|mond|mýto|něha|nést
    pagát|pas|pás|pasovat|preferanc|prémie|přebít|rad|rád|rada|ráda|radit|renonc|řada|řez|skříň|sólo|stará|sto
    Šimon|škýz|štych|talon|taročky|tarok|trojka|trul|trul honery|trulhonery|ťuk|uni|úplně|valát|Varšava|vysoká
    zdvih|žito|život
"""
#: Polish: each letter with an accent is one of its own, behind the one without.
POLISH = """
    as|atut|bank|bańka|bar|bida|brać|cena|czysta|ćma|ćwierć|dama|duży tarok|dziewiątka|ekran|figura|gest|gęś|honor|jeździec|kat|kąt
    kot|król|kto|lać|luz|łapa|łza|mały|mund|nic|noga|nos|nóż|oko|ósemka|pagat|pani|pańska|powinność|siła|sto
    szóstka|ścinać|śmierć|tarok|walet|zero|ziemia|znak|źródło|żaba|żyto
"""
#: What English has of foreign words stands where it would without accents.
ENGLISH = "bid|discard|Škýz|skyzes|talon|valát|valet|Varšava|żeton|zone"


def listed(text: str) -> list[str]:
    return [word.strip() for line in text.strip().split("\n") for word in line.split("|")]


@pytest.mark.parametrize(
    ("language", "words"), [("cs", CZECH), ("pl", POLISH), ("en", ENGLISH)], ids=["cs", "pl", "en"]
)
def test_words_stand_in_the_order_of_the_language(language: str, words: str) -> None:
    by_hand = listed(words)
    mixed = random.Random(7).sample(by_hand, len(by_hand))
    with speaking(language):
        assert in_order(mixed) == by_hand


def test_a_language_sorts_the_letters_of_others_as_its_own_without_accents() -> None:
    with speaking("cs"):
        assert in_order(["żeton", "Sküs", "łapa", "zolo", "škoda", "skusit"]) == [
            "łapa",
            "Sküs",
            "skusit",
            "škoda",
            "żeton",
            "zolo",
        ]


@pytest.mark.parametrize(
    ("language", "word", "letter"),
    [
        ("cs", "chlapec", "Ch"),
        ("cs", "ústa", "U"),
        ("cs", "Řecko", "Ř"),
        ("cs", "1 Last", "1"),
        ("pl", "chłop", "C"),
        ("pl", "ósemka", "Ó"),
        ("pl", "(łza)", "Ł"),
        ("en", "škýz", "S"),
        ("en", "", ""),
    ],
)
def test_the_letter_that_a_word_stands_under(language: str, word: str, letter: str) -> None:
    with speaking(language):
        assert initial(word) == letter


@pytest.mark.parametrize("language", languages())
def test_anything_can_be_sorted(language: str) -> None:
    odd = ["", " ", "\u0301", "日本", "ß", "ﬁ", "½", "\U0001f600", "A\u0301", "-", "١"]
    with speaking(language):
        assert sorted(in_order(odd)) == sorted(odd)
        assert all(sort_key(word) == sort_key(word) for word in odd)
