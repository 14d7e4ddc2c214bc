"""Czech: names of cards, names that a house has made, and what is not translated yet."""

import pytest
from taroky import messages, rules
from taroky.api.handler import ask
from taroky.errors import RecordError
from taroky.messages import card_label, card_name, catalogues, say, speaking

CS = "cs"


def test_cards_have_their_own_names() -> None:
    with speaking(CS):
        assert [card_label(card) for card in ("KS", "10C", "AH", "XIX", "SKYZ")] == [
            "Pikový král",
            "Křížová desítka",
            "Srdcové eso",
            "Tarok XIX",
            "Škýz",
        ]
        assert card_name("QD") == "kárová dáma"
    assert card_name("QD") == "the queen of diamonds"


def test_what_has_no_translation_is_said_in_english_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(catalogues._catalogue(CS)._catalog, "request.no_object")  # type: ignore[attr-defined]
    with speaking(CS):
        assert say("request.no_object").text() == say("request.no_object").text("en")
        outer = say("input.file", file="a.json", problem=say("request.no_object"))
        assert outer.text() == f"a.json: {say('request.no_object').text('en')}"
        assert say("input.file", file="a.json", problem=say("ask.over")).text() == (
            "a.json: Nikdo už není na řadě."
        )


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({"verb": "score", "facts": {"players": "x"}}, "players je „x“; má tu být celé číslo."),
        ({"verb": "score", "facts": {"points": {"A": "x"}}}, "points.A je „x“; má tu být číslo."),
        (
            {"verb": "score", "facts": []},
            "facts je „“; má tu být něco jako {contract: …, declarer: A}.",
        ),
        ({"verb": "calls", "hand": 7}, "„hand“ je „7“; má tu být seznam karet."),
        ({"verb": "calls", "rules": 7}, "„rules“ je „7“; má tu být id pravidel."),
    ],
)
def test_what_should_have_been_given_is_said_in_the_language(
    request_: dict[str, object], said: str
) -> None:
    with pytest.raises(RecordError) as problem, speaking(CS):
        ask({"language": CS, **request_})
    assert problem.value.message.text(CS) == said


def test_names_that_a_house_has_made_stay_as_they_are() -> None:
    with speaking(CS), messages.local_names({"trojka": "Velká", "XXI": "moudrý"}):
        assert say("call.may", call="trojka").text() == "Můžeš říct Velká."
        assert say("winner.beaten", card="XXI", best="SKYZ").text() == "Škýz přebíjí moudrý."
    with speaking(CS), messages.local_names(rules.load("heun").names):
        assert say("declare.may", row="king_last", amount="1").text() == (
            "Můžeš hlásit posledního krále: druhá strana platí 1."
        )
