"""Questions about the phases before the play: what a redraw decides, what is said now and what later."""

import pytest
from taroky.ask.api import handle


def ask(**request: object) -> dict:
    answer = handle(request)
    assert answer["ok"], answer
    return answer


def test_a_redraw_among_the_tied_decides_who_deals() -> None:
    """VIC-SEAT-02: the highest card decides; those who are equal draw again."""
    tied = ask(verb="first_dealer", rules="victoria", drawn="KS KH QC JD")
    assert (tied["place"], tied["again"]) == (None, [0, 1])
    for redrawn in ("7S 8S", [["7S", "8S"]], ["7S 8S"], "QS QH / 7S 8S"):
        decided = ask(verb="first_dealer", rules="victoria", drawn="KS KH QC JD", redrawn=redrawn)
        assert (decided["place"], decided["again"]) == (0, [])  # B is Forhan, A deals
    still = ask(verb="first_dealer", rules="victoria", drawn="KS KH QC JD", redrawn="QS QH")
    assert (still["place"], still["again"]) == (None, [0, 1])


@pytest.mark.parametrize("redrawn", ["7S", "7S 8S 9S", "7S 8S / 7H", 7, [7]])
def test_a_redraw_of_the_wrong_players_is_refused(redrawn: object) -> None:
    answer = handle(
        {"verb": "first_dealer", "rules": "victoria", "drawn": "KS KH QC JD", "redrawn": redrawn}
    )
    assert not answer["ok"]
    assert answer["error"]["text"].endswith(".")


HEUN = "XX XIX XVIII XVII XVI XV KS KH KD KC SKYZ XXI"


@pytest.mark.parametrize(
    ("contract", "pay"), [(None, "1"), ("four", "1"), ("five", "2"), ("five_over", "4")]
)
def test_ten_taroky_are_paid_by_the_contract(contract: str | None, pay: str) -> None:
    """HEUN-DOUBLING-01, HEUN-BONUS-13."""
    hand = "XX XIX XVIII XVII XVI XV XIV XIII XII XI QS 7C"
    about = {"contract": contract} if contract else {}
    answer = ask(verb="declarations", rules="heun", hand=hand, **about)
    assert (answer["best"], answer["value"]) == (["ten_taroky"], pay)
    assert (answer["claims"], answer["claims_value"]) == ([], "0")


def test_claims_are_kept_apart_from_what_is_said_now() -> None:
    """HEUN-ANNOUNCEMENTS-08: four kings are claimed once they have been played."""
    answer = ask(verb="declarations", rules="heun", hand=HEUN, contract="five")
    assert (answer["best"], answer["value"]) == ([], "0")
    assert (answer["claims"], answer["claims_value"]) == (["four_kings"], "2")
    assert {row["what"] for row in answer["rows"] if row["claim"]} == {"four_kings", "three_high"}


def test_an_unknown_contract_is_refused() -> None:
    answer = handle({"verb": "declarations", "rules": "heun", "hand": HEUN, "contract": "six"})
    assert "six" in answer["error"]["text"]
