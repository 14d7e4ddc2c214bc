"""Links, files, forms and what is stored are data: hostile ones, through every door of the built site.
Nothing of them runs, nothing of them becomes an element, each is answered with a sentence where there is
something to say, and the page goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect
from taroky import rules

pytestmark = [pytest.mark.browser, pytest.mark.once]

READY = 90_000
CORPUS: dict[str, list[str]] = json.loads(
    (Path(__file__).resolve().parents[1] / "hostile.json").read_text("utf-8")
)
#: What could make a link of its own: whole letters only, and not too many of them for one test.
MARKUP, STRANGE = (
    [text.encode("utf-8", "replace").decode() for text in CORPUS[kind]]
    for kind in ("markup", "strange")
)
WORDS = [*MARKUP, *STRANGE]
#: Every text that could become markup goes through every address; what is only strange besides is refused
#: by Python, at the same door (tests/tutorials), and is tried here with all engines.
IN_ADDRESSES = pytest.mark.parametrize(
    "texts",
    [
        pytest.param(MARKUP, id="markup"),
        pytest.param(
            STRANGE,
            id="strange",
            marks=pytest.mark.matrix("the same in Python: tests/tutorials/test_mutated_links.py"),
        ),
    ],
)
LONG = "9" * 20_000

WATCH = """
window.hurt = () => { window.hurtDone = true; };
/** Whether something ran, and what there is that no page of ours has. */
window.harm = () => [
  window.hurtDone === true, "hurt" in {} , ({}).hurt !== undefined,
  [...document.querySelectorAll(
    "iframe, object, embed, marquee, video, math, base, animate, template, link[href^='https://other'],"
    + " meta[http-equiv=refresh], img[src='x'], [onerror], [onload], [onclick], [onmouseover], [ontoggle],"
    + " [onstart], [srcdoc], a[href^='javascript:'], article [style*=fixed], article script, article style"
  )].map((found) => found.outerHTML.slice(0, 200)),
];
let worker;
window.Worker = class extends window.Worker {
  constructor(...about) {
    super(...about);
    if (about[1]?.name === "taroky") worker = this;
  }
};
/** Until Python has answered everything that it was asked before. */
window.settled = async () => {
  await new Promise((answered) => {
    worker.addEventListener("message", ({ data }) => data.id === -1 && answered());
    worker.postMessage({ id: -1, text: '{"verb": "ping"}' });
  });
  await new Promise((done) => setTimeout(done, 30));
};
"""


@pytest.fixture
def page(watched: Callable[..., Page]) -> Page:
    made = watched()
    made.add_init_script(WATCH)
    return made


def open_(page: Page, path: str, server_url: str) -> Callable[[], None]:
    """Opens a page with Python ready; gives what waits for Python and looks for harm."""
    page.goto(path)
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=READY)

    def unharmed() -> None:
        page.evaluate("settled()")
        assert page.evaluate("harm()") == [False, False, False, []]

    return unharmed


def address(page: Page, text: str) -> None:
    """Change the address of the page, as a pasted link does. Firefox and WebKit tell of that a moment
    later, and the theme answers with a step of its own: at the pace of a script, the two would chase each
    other."""
    browser = page.context.browser
    pause = 10 if browser is not None and browser.browser_type.name == "chromium" else 100
    page.evaluate(
        """([hash, pause]) => new Promise((done) => {
          window.addEventListener("hashchange", () => setTimeout(done, pause), { once: true });
          setTimeout(done, pause * 3); // it was the same before
          location.hash = hash;
        })""",
        [text, pause],
    )


def sentences(text: str) -> bool:
    return text.strip().endswith((".", "?", "!", "…", "”"))


@IN_ADDRESSES
def test_addresses_of_exercises(page: Page, server: Any, texts: list[str]) -> None:
    unharmed = open_(page, "learn/hlucin/following-suit/", server.url)
    widget = "w-following-suit-follow"
    for text in [*MARKUP, LONG] if texts is MARKUP else ():  # in every place of an address
        for hash in (f"#x={text}", f"#x={widget}.{text}"):
            address(page, hash)
    for text in [*texts, LONG]:
        address(page, f"#x={widget}.pick_legal.{text}.1.1")
    unharmed()
    address(page, f"#x={widget}.<img src=x onerror=hurt()>.1")
    unharmed()
    said = page.locator(f"#{widget} [aria-live]").first.inner_text()
    assert said and sentences(said)
    page.goto("learn/hlucin/following-suit/#follow")
    expect(page.locator(f"#{widget}")).to_be_visible()


@IN_ADDRESSES
@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("calculators/play/", "hand"),
        pytest.param(
            "calculators/hlucin/", "points", marks=pytest.mark.matrix("the same for another tool")
        ),
    ],
)
def test_addresses_of_tools(
    page: Page, server: Any, path: str, field: str, texts: list[str]
) -> None:
    unharmed = open_(page, path, server.url)
    name = page.locator("form.tk-tool").first.get_attribute("data-tool")
    for text in [*MARKUP, LONG] if texts is MARKUP else ():
        for key in ("rules", text):
            address(page, f"#t={name}&{quote(key)}={quote(text)}")
    for text in [*texts, LONG]:
        address(page, f"#t={name}&{field}={quote(text)}")
    unharmed()
    address(page, f"#t={name}&rules=<img src=x>")
    unharmed()
    expect(page.locator("form.tk-tool").first).to_be_visible()
    address(page, f"#t={name}")
    unharmed()
    expect(page.locator("form.tk-tool button").first).to_be_visible()


def test_links_to_houses(page: Page, server: Any) -> None:
    unharmed = open_(page, "house/#rules=h.none", server.url)
    good = rules.pack("table: x\ntitle: U lva\nextends: hlucin\n")  # no title has brackets
    for name in (*CORPUS["packed"], *WORDS[:12], LONG):
        address(page, f"#rules={name}")
        unharmed()
        said = page.locator(".tk-house-live").inner_text()
        assert said and sentences(said), name
    for rest in WORDS[:12]:
        address(page, f"#rules={good}&page={rest}&lesson={rest}")
    unharmed()
    address(page, f"#rules={good}")
    unharmed()
    expect(page.locator(".tk-house h1")).to_contain_text("U lva")


def files(kind: str) -> Iterator[dict[str, Any]]:
    for n, text in enumerate(CORPUS[kind]):
        yield {
            "name": f"<img src=x onerror=hurt()>{n}.{kind}",
            "mimeType": "text/plain",
            "buffer": text.encode("utf-8", "surrogatepass"),
        }
    deep = "[" * 100_000 + "]" * 100_000
    yield {"name": f"deep.{kind}", "mimeType": "text/plain", "buffer": deep.encode()}
    yield {"name": f"bytes.{kind}", "mimeType": "text/plain", "buffer": bytes(range(256)) * 40}
    yield {"name": f"long.{kind}", "mimeType": "text/plain", "buffer": b"x" * 2_100_000}


@pytest.mark.no_python
def test_files_with_progress(page: Page, server: Any) -> None:
    page.goto("learn/hlucin/")
    said = page.locator(".tk-keep .tk-kept [role=status]")
    for file in files("json"):
        page.locator("[data-import]").set_input_files(file)
        expect(said).not_to_be_empty()
        assert sentences(said.inner_text())
        said.evaluate("(line) => { line.textContent = ''; }")
        assert page.evaluate("harm()") == [False, False, False, []]
    kept = json.loads(page.evaluate("localStorage.getItem('taroky:progress')") or "{}")
    assert kept.get("steps", {}) in ({}, {"a/b/d": 3})
    expect(page.locator(".tk-course")).to_be_visible()


@pytest.mark.parametrize(
    "path",
    [
        "evening/",
        pytest.param("tournament/", marks=pytest.mark.matrix("evening/, read by the same door")),
    ],
)
def test_files_with_sheets(page: Page, server: Any, path: str) -> None:
    unharmed = open_(page, path, server.url)
    said = page.locator(".tk-kept [role=status]")
    for kind in ("json", "csv"):
        for file in files(kind):
            said.evaluate("(line) => { line.textContent = ''; }")
            page.locator("[data-keep=import]").set_input_files(file)
            expect(said).not_to_be_empty(timeout=20_000)
            assert sentences(said.inner_text()), file["name"]
    unharmed()
    page.get_by_role("button", name="Begin another").click()
    unharmed()
    field = page.locator("[name='player.0'], [name=names]").first
    field.fill("<img src=x>")  # as long as a name may be
    field.blur()
    unharmed()
    expect(field).to_have_value("<img src=x>")


def test_yaml_of_houses(page: Page, server: Any) -> None:
    unharmed = open_(page, "house/build/", server.url)
    text = page.locator("#t-build-yaml")
    text.evaluate("(field) => { for (let at = field; at; at = at.parentElement) at.open = true; }")
    check = page.locator("#t-build-read-yes").first
    for yaml in (*CORPUS["yaml"], "{a: " * 20_000, "x" * 150_000):
        text.fill(yaml)
        if check.count():
            check.click()
        unharmed()
    expect(page.locator("#t-build")).to_be_visible()


@pytest.mark.no_python
def test_questions_to_the_search(page: Page) -> None:
    """In an address, and typed."""
    page.goto(f"?q={quote(MARKUP[0])}")
    field = page.locator(".md-header [name=query]")
    for text in ("", *WORDS[:4], LONG[:2000]):
        if text:
            field.fill(text)
        expect(page.locator(".md-search-result__meta")).not_to_have_text("", timeout=15_000)
        page.wait_for_timeout(300)
        assert page.evaluate("harm()") == [False, False, False, []]


KEYS = (
    "taroky:progress",
    "taroky:done",
    "taroky:drill",
    "taroky:houses",
    "taroky:days",
    "taroky:settings",
    "taroky:sheet:evening:x",
    "taroky:sheet:tournament:x",
    "taroky:sheet-last:evening",
)
#: Well-formed on the outside, hostile within.
STORED = [
    json.dumps(
        {
            "version": 1,
            "steps": {"__proto__": 3, "a/b/c": "<img src=x onerror=hurt()>"},
            "lessons": {
                "hlucin/following-suit": [
                    {
                        "kind": "<b>",
                        "topic": "<b>",
                        "level": 1e300,
                        "seed": "<b>",
                        "tries": 10**40,
                        "ms": 1,
                    }
                ]
            },
            "houses": [
                {"rules": 'h.x" onclick=hurt()', "title": "x"},
                {"rules": "h.AAAA", "title": "<img src=x onerror=hurt()>"},
            ],
            "saved": "9",
            "title": "<img src=x onerror=hurt()>",
            "line": {"a": 1},
            "kept": {"sheet": [[[1]]]},
            "fields": [["<img src=x onerror=hurt()>", 7], 3],
        }
    ),
    json.dumps(
        {
            "saved": "9",
            "title": ["x"],
            "kept": {
                "sheet": {
                    "format": "taroky-session",
                    "version": 1,
                    "rules": "hlucin",
                    "title": "<script>hurt()</script>",
                    "players": ["<img src=x onerror=hurt()>", "B", "C", "D"],
                    "first_dealer": "B",
                    "hands": [],
                },
                "undo": "<b>",
                "__proto__": {"hurt": 1},
            },
            "fields": {"a": "b"},
        }
    ),
]


@pytest.mark.parametrize(
    "text",
    [
        *STORED,
        pytest.param("[]", marks=pytest.mark.matrix("the others, which reach further")),
        pytest.param(
            "<img src=x onerror=hurt()>",
            marks=pytest.mark.matrix("the others, which reach further"),
        ),
    ],
)
def test_what_is_stored_was_tampered_with(page: Page, server: Any, text: str) -> None:
    page.goto("404.html")
    page.evaluate(
        "([keys, text]) => { for (const key of keys) localStorage.setItem(key, text); }",
        [KEYS, text],
    )
    unharmed = open_(page, "evening/", server.url)
    unharmed()
    said = page.locator(".tk-kept [role=status]").inner_text()
    assert not said or sentences(said)
    for path in ("learn/hlucin/following-suit/#drill", "tournament/"):
        open_(page, path, server.url)()
    page.goto("learn/")
    assert page.evaluate("harm()") == [False, False, False, []]


@pytest.mark.no_python
def test_a_table_that_is_shown_as_it_was_seen_last_is_harmless(any_page: Page) -> None:
    """Before Python is there the page shows what was kept of the table: nothing of it may act."""
    page = any_page  # the policy reports what it has stopped
    page.add_init_script(WATCH)
    seen = "".join(
        [
            '<section class="tk-room" id="tk-room"><p id="still">Seen</p>',
            *MARKUP,
            '<meta http-equiv="refresh" content="0;url=404.html"><base href="https://other.test/">',
            '<p style="position:fixed" onclick="hurt()">x</p><form action="https://other.test/"></form>',
            '<a id="bad" href="javascript:hurt()">x</a><svg><use xlink:href="https://other.test/#x"/></svg>',
            '<a id="worse" href="data:text/html,<script>hurt()</script>">x</a>',
            '<button id="way" formaction="https://other.test/">x</button></section>',
        ]
    )
    page.goto("404.html")
    page.evaluate(
        """(seen) => { localStorage.setItem("taroky:table", '{"session": {}}');
          localStorage.setItem("taroky:table:seen", seen); }""",
        seen,
    )
    page.goto("play/")
    expect(page.locator("#still")).to_have_text("Seen")
    page.wait_for_timeout(300)
    assert page.evaluate("harm()") == [False, False, False, []]
    assert page.url.endswith("/play/")
    assert (
        page.evaluate(
            """[...document.querySelectorAll("#tk-room *")].flatMap((one) => [...one.attributes])
          .filter(({ name, value }) => /^(on|style$|action$|formaction$|src)/.test(name) || /^(javascript|data):|other/.test(value))
          .map(({ name }) => name)"""
        )
        == []
    )


@pytest.mark.no_python
@pytest.mark.parametrize(
    "hash", ["#rules=%", "#rules=%E0%A4%A", "#%", "#t=%&%=%", "#x=%", "#cards=%"]
)
def test_percent_signs_that_stand_for_nothing_stop_no_page(
    page: Page, server: Any, hash: str
) -> None:
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    for path in (
        "evening/",
        "house/",
        "play/",
        "calculators/play/",
        "learn/hlucin/following-suit/",
    ):
        page.goto(f"{path}{hash}")
        page.wait_for_load_state("load")  # the scripts have run
        assert not broken, (path, broken)
        page.goto("404.html")
