"""Czech: names of cards, names that a house has made, and what is not translated yet."""

from taroky import messages, rules
from taroky.messages import card_label, card_name, say, speaking

CS = "cs"


def test_cards_have_their_own_names() -> None:
    with speaking(CS):
        assert [card_label(card) for card in ("KS", "10C", "AH", "XIX", "SKYZ")] == [
            "Pikový král", "Křížová desítka", "Srdcové eso", "Tarok XIX", "Škýz",
        ]  # fmt: skip
        assert card_name("QD") == "kárová dáma"
    assert card_name("QD") == "the queen of diamonds"


def test_what_has_no_translation_is_said_in_english_whole() -> None:
    with speaking(CS):
        assert say("fact.kind", key="points", value="x", expected="a number").text() == (
            say("fact.kind", key="points", value="x", expected="a number").text("en")
        )
        outer = say("input.file", file="a.json", problem=say("request.json", problem="no"))
        assert outer.text() == "a.json: The request is not JSON: no."
        assert say("input.file", file="a.json", problem=say("ask.over")).text() == (
            "a.json: Nikdo už není na řadě."
        )


def test_names_that_a_house_has_made_stay_as_they_are() -> None:
    with speaking(CS), messages.local_names({"trojka": "Velká", "XXI": "moudrý"}):
        assert say("call.may", call="trojka").text() == "Můžeš říct Velká."
        assert say("winner.beaten", card="XXI", best="SKYZ").text() == "Škýz přebíjí moudrý."
    with speaking(CS), messages.local_names(rules.load("heun").names):
        assert say("declare.may", row="king_last", amount="1").text() == (
            "S tímhle listem můžeš hlásit posledního krále: druhá strana za to platí 1."
        )
