"""Links as a messenger leaves them, opened in a browser; and words that come into the search without a key."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect
from taroky import rules

ROOT = Path(__file__).resolve().parents[2]
HOUSE = rules.pack("table: x\ntitle: U lva\nextends: hlucin\n")

#: What the address says, and what the page is to find there.
ADDRESSES = {
    "#cards=A.club.1abc": "#cards=A.club.1abc",
    "#cards=A.club.1abc_": "#cards=A.club.1abc_",
    "#cards=A.club.1abc).": "#cards=A.club.1abc",
    "#cards%3DA%2Eclub%2E1abc%2E": "#cards=A.club.1abc",
    "#cards%253DA%252Eclub%252E1abc": "#cards=A.club.1abc",
    "#cards=A.club.1ab%0D%0Acd": "#cards=A.club.1abcd",
    "#record=A.club.1ab%E2%80%8Bcd%E2%80%8B": "#record=A.club.1abcd",
    "#match=1.club.s..AAAAAA.h.ab**": "#match=1.club.s..AAAAAA.h.ab",
    "#rules=h.ab-": "#rules=h.ab-",
    "#rules=h.ab&amp;page=lesson&lesson=talon).": "#rules=h.ab&page=lesson&lesson=talon",
    "#rules=h.ab&utm_source=x&fbclid=y": "#rules=h.ab",
    "#rules=%": "#rules=%",
    "#x=w-a.pick.b.1.1a2b%E2%80%8B": "#x=w-a.pick.b.1.1a2b",
    "#t=play&hand=XXI+KS%2CQH": "#t=play&hand=XXI+KS%2CQH",
    "#t=play&hand=XXI%2520KS&utm_source=a": "#t=play&hand=XXI%20KS",
    "#t=build&title=A%22": "#t=build&title=A%22",
    "#t%3Dplay%26hand%3DXXI%2BKS": "#t=play&hand=XXI+KS",
    "#m=1&sets=hlucin.heun&topic=play&differ=yes.": "#m=1&sets=hlucin.heun&topic=play&differ=yes",
    "#HLU-CALL-03).": "#HLU-CALL-03",
    "#%": "#%",
}


def test_addresses_are_mended_and_our_own_stay() -> None:
    script = (
        "globalThis.location = { hash: '' };"
        f"const {{ mended }} = await import({json.dumps((ROOT / 'docs/assets/js/address.js').as_uri())});"
        f"console.log(JSON.stringify({json.dumps(list(ADDRESSES))}.map(mended)));"
    )
    command = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == list(ADDRESSES.values())


@pytest.mark.browser
def test_a_link_from_a_messenger_opens(watched: Callable[..., Page]) -> None:
    page = watched()
    for hash in (
        f"#rules={HOUSE}&page=sheet).",
        f"#{quote(f'rules={HOUSE}', safe='')}&utm_source=x",
        f"#rules={HOUSE}.",
    ):
        page.goto("404.html")
        page.goto(f"house/{hash}")
        expect(page.locator(".tk-house h1").first).to_contain_text("U lva", timeout=60_000)
    page.goto("404.html")
    page.goto(f"evening/#rules={HOUSE}.")
    expect(page.locator("[name=rules]")).to_have_value(HOUSE, timeout=60_000)
    page.goto("404.html")
    page.goto("calculators/play/#t=play&hand=XXI+KS)&utm_source=x")
    expect(page.locator("[name=hand]")).to_have_value("XXI KS", timeout=60_000)
    page.goto("404.html")
    page.goto("reference/hlucin/#HLU-CALL-03).")
    expect(page).to_have_url(re.compile(r"#HLU-CALL-03$"))


@pytest.mark.browser
@pytest.mark.no_python
def test_the_search_hears_what_comes_without_a_key(page: Page, server: Any) -> None:
    page.goto("")
    field = page.locator(".md-header [name=query]")
    field.evaluate("""(field) => {
      field.focus();
      field.value = "pagat";
      field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
    }""")
    expect(page.locator(".md-search-result__item").first).to_be_visible(timeout=20_000)
