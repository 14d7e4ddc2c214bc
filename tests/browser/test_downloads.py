"""The copies to take along, opened as files with the network off: a lesson, a calculator, the search,
a rule's permalink, progress that stays."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import following_suit
import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from taroky_build.notices.writing import FILE
from taroky_build.offline.downloads import one_edition, single_page, zip_file
from taroky_build.pages import home
from taroky_devtools import table_evening
from taroky_devtools.table_states import NO_PYTHON
from taroky_tutorials.lessons import lesson_files
from taroky_tutorials.tasks.kinds import KINDS

pytestmark = [
    pytest.mark.browser,
    pytest.mark.chromium_only("the copies are tried with the network off, in one browser"),
]
ROOT = Path(__file__).resolve().parents[2]
READY = 120_000
#: What the single file, and the zip file, may weigh.
MOST_BYTES, MOST_ZIPPED = 12_000_000, 12_000_000


class Folder:
    """The folder that comes out of the zip file."""

    def __init__(self, site: Path, scratch: Path) -> None:
        zip_file.make(ROOT, site, scratch / "copy")
        zip_file.pack(scratch / "copy", scratch / "copy.zip")
        assert (scratch / "copy.zip").stat().st_size <= MOST_ZIPPED
        place = scratch / "a place with ž and spaces"
        with zipfile.ZipFile(scratch / "copy.zip") as archive:
            archive.extractall(place)
        self.root = (place / zip_file.NAME).as_uri()

    def page(self, path: str, anchor: str = "") -> str:
        """The address of a page of the site."""
        return f"{self.root}/{path}index.html{anchor}"


class Single:
    """The one file."""

    def __init__(self, site: Path, scratch: Path) -> None:
        self.file = scratch / "my taroky.html"
        single_page.make(ROOT, site, self.file)
        assert self.file.stat().st_size <= MOST_BYTES

    def page(self, path: str, anchor: str = "") -> str:
        return f"{self.file.as_uri()}?{path or 'index'}{anchor}"


@pytest.fixture(scope="module")
def english(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The English edition, of which both copies are made."""
    target = tmp_path_factory.mktemp("edition") / "site"
    one_edition.take(site, "", target)
    return target


@pytest.fixture(scope="module", params=[Folder, Single])
def copy(
    request: pytest.FixtureRequest, english: Path, tmp_path_factory: pytest.TempPathFactory
) -> Folder | Single:
    made: Folder | Single = request.param(english, tmp_path_factory.mktemp("carried"))
    return made


#: What Python alone can do is tried in one of the copies; both have the same Python in the same worker.
BY_ONE = pytest.mark.matrix("the same in the other copy")
IN_FOLDER = pytest.mark.parametrize(
    "copy", [Folder, pytest.param(Single, marks=BY_ONE)], indirect=True
)
IN_SINGLE = pytest.mark.parametrize(
    "copy", [pytest.param(Folder, marks=BY_ONE), Single], indirect=True
)


@pytest.fixture
def problems() -> list[str]:
    """Return what went wrong on the page `alone`."""
    return []


@pytest.fixture
def alone(browser: Browser, problems: list[str]) -> Iterator[Page]:
    """A page without a network, on which nothing goes wrong and which asks no host for anything."""
    context = browser.new_context(offline=True)
    context.on(
        "console",
        lambda message: problems.append(message.text) if message.type == "error" else None,
    )
    context.on("weberror", lambda error: problems.append(str(error.error)))
    context.on(
        "request",
        lambda request: (
            None
            if request.url.startswith(("file:", "blob:", "data:"))
            else problems.append(request.url)
        ),
    )
    context.add_init_script(
        "document.addEventListener('securitypolicyviolation', (violation) =>"
        " console.error('policy: ' + violation.violatedDirective + ' ' + violation.blockedURI))"
    )
    context.set_default_timeout(READY)
    yield context.new_page()
    context.close()
    assert problems == []


def ready(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=READY)


def answer_the_first_tricks(page: Page) -> None:
    """Each of them wrong, and then right."""
    for place, one in enumerate(home.positions(), start=1):
        (right,) = KINDS[one.exercise.kind].solve(one.exercise)
        wrong = next(code for code, _ in one.wrong)
        said = page.locator(f"#trick-{place} .tk-feedback")
        for code, kind in ((wrong, "is-wrong"), (right["tap"], "is-right")):
            page.locator(f"#w-try-{one.id}-tap-{code}").click()
            expect(said).to_have_class(f"tk-feedback {kind}", timeout=10_000)
        for more in page.locator(f"#trick-{place} .tk-more button").all():
            more.click()


@pytest.mark.no_python
def test_the_licences_of_all_that_is_in_a_copy_come_along(
    alone: Page, copy: Folder | Single, english: Path
) -> None:
    """As a page and a file in the folder; the one file has them as a page."""
    alone.add_init_script(NO_PYTHON)
    alone.goto(copy.page(""))
    alone.locator(".md-copyright a", has_text="Licences").click()
    listed = alone.locator(".tk-notices")
    expect(listed).to_contain_text("Alegreya")
    expect(listed.locator("#licence-mpl-2-0")).to_contain_text("Mozilla Public License")
    file = listed.get_by_role("link", name=FILE)
    expect(file).to_have_count(int(isinstance(copy, Folder)))
    if isinstance(copy, Folder):
        file.click()
        expect(alone.locator("body")).to_contain_text("Mozilla Public License")


def test_the_first_tricks_answer_without_python_and_the_search_leads_to_a_rule(
    alone: Page, copy: Folder | Single
) -> None:
    alone.add_init_script(NO_PYTHON)
    alone.goto(copy.page(""))
    # the one file takes a moment to unpack its scripts: what is tapped before is held for them
    answer_the_first_tricks(alone)
    alone.get_by_role("textbox", name="Search").fill("HLU-PLAY-02")
    alone.locator(".md-search-result__link[href$='#HLU-PLAY-02']").first.click()
    expect(alone).to_have_url(copy.page("reference/hlucin/", "#HLU-PLAY-02"), timeout=READY)
    expect(alone.locator("[id='HLU-PLAY-02']")).to_be_in_viewport(timeout=READY)


def follow_a_rule(page: Page, copy: Folder | Single, widget: Locator) -> None:
    """From a reply to the rule that it names, and on to the page of all rules."""
    widget.get_by_role("link", name="The rule").click()
    sheet = page.get_by_role("dialog", name="Play", exact=True)
    expect(sheet).to_contain_text("You must follow suit.", timeout=READY)
    sheet.get_by_role("link", name="Open the rules").click()
    expect(page).to_have_url(copy.page("reference/hlucin/", "#HLU-PLAY-02"), timeout=READY)
    expect(page.locator("[id='HLU-PLAY-02']")).to_be_in_viewport(timeout=READY)


def try_text_as_html_and_scripts(page: Page, problems: list[str]) -> None:
    """Text becomes HTML and scripts only as on the site: where browsers know Trusted Types, a copy keeps
    to them too."""
    assert problems == []
    elements, refused = page.evaluate(
        """() => {
          const [box, script] = [document.createElement("div"), document.createElement("script")];
          box.innerHTML = "<img src=x onerror=hurt()>";
          return [box.children.length, [
            () => (script.src = "https://other.example/x.js"),
            () => (script.text = "hurt()"),
            () => new Worker("https://other.example/x.js"),
            () => trustedTypes.createPolicy("any", {}),
            () => carriedTrust.createScriptURL("https://other.example/x.js"),
          ].map((make) => { try { make(); return false; } catch { return true; } })];
        }"""
    )
    assert elements == 0
    assert refused == [True] * 5
    page.wait_for_timeout(300)  # each is told on the console, a moment later
    assert problems and all("Trust" in one or "trusted-types" in one for one in problems), problems
    problems.clear()


def test_a_lesson_is_answered_its_progress_stays_its_rules_open_and_its_policy_holds(
    alone: Page, copy: Folder | Single, problems: list[str]
) -> None:
    alone.goto(copy.page(""))
    alone.locator(".md-tabs").get_by_role("link", name="Learn").click()
    expect(alone).to_have_url(copy.page("learn/"), timeout=READY)
    alone.goto(copy.page("learn/hlucin/following-suit/", "#follow"))
    widget = following_suit.answer(alone, READY)
    expect(alone.locator(".tk-progress .is-done:visible")).to_have_count(1, timeout=READY)
    ready(alone)
    # only Python can deal another one, and its cards stand in the page
    written = widget.get_attribute("data-widget")
    widget.get_by_role("button", name="Another one").click()
    expect(widget).not_to_have_attribute("data-widget", written or "", timeout=READY)
    assert widget.locator("use").first.evaluate("use => use.getBBox().height") > 50
    if isinstance(copy, Single):  # it brings the picture of all cards, and no part of it again
        expect(alone.locator("[id^=drawn-]")).to_have_count(0)
    try_text_as_html_and_scripts(alone, problems)

    alone.reload()
    expect(alone.locator(".tk-progress .is-done:visible")).to_have_count(1, timeout=READY)
    # at its end stands what is done of the course
    alone.goto(copy.page("learn/hlucin/following-suit/", "#finish"))
    lessons = len(lesson_files.overview("hlucin"))
    expect(alone.locator(".tk-course-done")).to_have_text(
        f"0 of {lessons} lessons of this course are done.", timeout=READY
    )
    alone.goto(copy.page("learn/hlucin/following-suit/", "#follow"))
    for button in ("tap-XXI", "check"):
        widget.locator(f"[id$={button}]").click()
    expect(widget.locator(".tk-feedback")).to_contain_text("are missing", timeout=READY)
    widget.locator("[id$=check]").click()
    follow_a_rule(alone, copy, widget)


@IN_FOLDER
def test_a_calculator_works_and_its_address_opens(alone: Page, copy: Folder | Single) -> None:
    alone.goto(copy.page("calculators/count/", "#t=count&rules=polish&pile=KS+QS+7S"))
    tool = alone.locator(".tk-tool")
    expect(tool.locator("#t-count-tap-KS")).to_have_attribute("aria-pressed", "true", timeout=READY)
    tool.locator("#t-count-tap-SKYZ").click()
    expect(alone).to_have_url(re.compile("SKYZ"), timeout=READY)


@IN_SINGLE
def test_a_hand_is_played_to_its_payment_over_a_reload(alone: Page, copy: Folder | Single) -> None:
    alone.goto(copy.page("play/"))
    table_evening.sit_down(alone, "french-practice-1")  # in which every hand is played out
    assert table_evening.play(alone, 1, again=10) > 10
