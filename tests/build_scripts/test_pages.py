"""Pages: numbers come from the table, every column of the table is explained, points are linked."""

import re
import shutil
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from taroky import rules
from taroky.api.field_texts import field_texts
from taroky.rules.facts import REGISTRY
from taroky.rules.reading import columns
from taroky.rules.table import Table, rows_of
from taroky.settling.reported import reading
from taroky.settling.reported.fact_names import TOLD
from taroky_build.errors import BuildError
from taroky_build.pages import columns as column_pages
from taroky_build.pages import course_outlines, filled_pages, generated_pages
from taroky_tutorials.lessons import lesson_files, switching
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.page_parts import placeholders
from taroky_tutorials.tasks import kinds
from taroky_tutorials.tasks.drawing import rule_links

ROOT = Path(__file__).resolve().parents[2]
#: Rule sets that have a page of their own.
REFERENCE = sorted(
    page.stem for page in (ROOT / "docs/reference").glob("*.md") if page.stem in rules.ids()
)


def _points_of(page: str) -> set[str]:
    """The rule points of every rule set that stand on this page."""
    tables = [rules.load(name) for name in rules.ids()]
    return {
        point for table in tables for point in table.all_points() if table.page_of(point) == page
    }


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{{ contracts.solo.rate | money }}", "0.60\u00a0Kč"),
        ("{{ deal.hand }} cards", "12 cards"),
        ("{{ deal.hand | word }} cards", "twelve cards"),
        ("{{ contracts.trojka.rate[2] | money }}", "0.20\u00a0Kč"),
        ('{{ payments.varsava.pay["30-39"] | money }}', "2.00\u00a0Kč"),
        ('{{ options["varsava.scoring"].default }}', "one_two_four"),
        ("{{ total | points }}", "70 points"),
        ("{{ calling.duty.unspoken | cards }}", "Tarok XIX"),
    ],
)
def test_placeholders(text: str, filled: str) -> None:
    assert placeholders.fill(text, "hlucin") == filled


def test_a_placeholder_may_name_another_table() -> None:
    text = "{{ deal.hand }}, {{ french-3: deal.hand }}, {{ french-5: deal.talon.cards | word }}"
    assert placeholders.fill(text, "french") == "18, 24, three"


@pytest.mark.parametrize(
    "text",
    ["{{ deal.hands }}", "{{ deal.hand | loud }}", "{{ seats }}", "{{ nowhere: deal.hand }}"],
)
def test_a_placeholder_that_leads_nowhere_names_page_and_place(text: str) -> None:
    with pytest.raises(BuildError, match=r"^reference/hlucin\.md: ") as caught:
        filled_pages.expand(text, "reference/hlucin.md", ROOT)
    assert text.strip("{} ") in str(caught.value)


def test_a_change_in_the_table_shows_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    data = rules.flat("hlucin")
    data["contracts"]["solo"]["rate"] = "0.40"
    monkeypatch.setattr(rules, "flat", lambda name: data)
    source = (ROOT / "docs/reference/hlucin.md").read_text(encoding="utf-8")
    page = filled_pages.expand(source, "reference/hlucin.md", ROOT)
    paragraph = next(p for p in page.split("\n\n") if "{: #HLU-SET-03 " in p)
    assert "0.40\u00a0Kč" in paragraph


@pytest.mark.parametrize("name", REFERENCE)
def test_every_rule_point_of_the_table_has_a_paragraph_of_its_own(name: str) -> None:
    source = (ROOT / f"docs/reference/{name}.md").read_text(encoding="utf-8")
    anchors = re.findall(r"\{: #([A-Z]+-[A-Z]+-\d+) \.tk-point \}", source)
    assert len(anchors) == len(set(anchors))
    assert _points_of(name) - set(anchors) == set()
    assert {rules.load(name).page_of(anchor) for anchor in anchors} == {name}
    page = filled_pages.expand(source, f"reference/{name}.md", ROOT)
    assert page.count('class="tk-point-id"') == page.count('class="tk-copy"') == len(anchors)
    assert "{{" not in page


@pytest.mark.parametrize("name", REFERENCE)
def test_a_page_links_only_to_rules_it_has(name: str) -> None:
    source = (ROOT / f"docs/reference/{name}.md").read_text(encoding="utf-8")
    for page, point in re.findall(r"\]\((?:([a-z]+)\.md)?#([A-Z]+-[A-Z]+-\d+)\)", source):
        linked = (ROOT / f"docs/reference/{page or name}.md").read_text(encoding="utf-8")
        assert f"{{: #{point} .tk-point }}" in linked


@pytest.mark.parametrize("name", rules.ids())
def test_every_house_option_stands_on_a_page_with_its_rule(name: str) -> None:
    """An option inherited from another rule set may stand on that one's page."""
    table = rules.load(name)
    pages = [f"docs/reference/{page}.md" for page in dict.fromkeys(table.pages.values())]
    text = "".join((ROOT / page).read_text(encoding="utf-8") for page in pages)
    missing = "\n".join(
        f"No page tells of the option {key} of {name}: write `{key}` below its rule in {pages[-1]}."
        for key in table.options
        if f"`{key}`" not in text
    )
    assert not missing, missing


@pytest.mark.parametrize("name", REFERENCE)
def test_a_page_is_reached_from_everywhere(name: str) -> None:
    assert f": reference/{name}.md\n" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    index = (ROOT / "docs/reference/index.md").read_text(encoding="utf-8")
    assert f"]({name}.md)" in index
    rulings = (ROOT / "docs/reference/rulings.md").read_text(encoding="utf-8")
    for cell in re.findall(r"^\| (\[?[A-Z]+-[A-Z]+-\d+[^|]*) \|", rulings, re.MULTILINE):
        for point in re.findall(r"\b([A-Z]+-[A-Z]+-\d+)\b", cell):
            if point in _points_of(name):
                assert f"[{point}]({name}.md#{point})" in cell
    exercise = kinds.make("order-cards", "taroky", "1", name)
    points = sorted(_points_of(name))
    for point, link in zip(points, rule_links(exercise, points, ""), strict=True):
        assert f'href="reference/{name}/#{point}" data-rule="{point}"' in link


def test_emphasis_opens_and_closes_alike() -> None:
    """`***Words.** more` or `**word* more` shows an asterisk to the reader."""
    code = re.compile(r"^```.*?^```|`[^`\n]*`|<!--.*?-->", re.MULTILINE | re.DOTALL)
    for page in sorted((ROOT / "docs").rglob("*.md")):
        for block in code.sub("", page.read_text("utf-8")).split("\n\n"):
            assert block.count("*") % 2 == 0, f"{page.name}: {block}"


def test_front_matter_can_be_read_and_code_has_no_markers() -> None:
    """A page whose front matter is no YAML shows it as text; a marker is filled in even in code."""
    for page in sorted((ROOT / "docs").rglob("*.md")):
        text = page.read_text("utf-8")
        assert yaml.safe_load(text.split("---\n", 2)[1])["description"], page
        assert not re.search("`<!-- [a-z]", text), page


def test_a_heading_is_no_row_of_the_table_above_it() -> None:
    """Without an empty line between the two, Markdown reads the heading as one more row."""
    for page in sorted((ROOT / "docs").rglob("*.md")):
        for above, line in pairwise(page.read_text("utf-8").splitlines()):
            assert not (above.startswith("|") and line.startswith("#")), f"{page}: {line}"


def test_the_page_of_columns_is_made_from_the_classes() -> None:
    source = (ROOT / "docs/contributing/columns.md").read_text("utf-8")
    page = column_pages.fill(source)
    asked = {match["section"] for match in column_pages.PLACE.finditer(source)}
    sections = {name for name in columns(Table) if name in asked} | {"head"}
    assert asked == sections
    rows = dict(re.findall(r"^\| `([^`]+)` \| (.*) \|$", page, re.MULTILINE))
    assert rows["unit.step"] == (
        "number | required | smallest amount that can be paid; if a shared sum does not divide evenly, the "
        "extra steps fall on the payers in order of play"
    )
    assert rows["calls.*.who"].startswith("`any`, `opener`, `others` | `any` | ")
    assert rows["bars.*.unless"].split(" | ")[:2] == ["condition", "none"]
    kinds = {type(row) for name in rules.ids() for row in rows_of(rules.load(name))}
    for kind in kinds:
        for column in fields(kind):
            assert field_texts(kind).get(column.name), f"{kind.__name__}.{column.name}"
    with pytest.raises(BuildError):
        column_pages.reference("colours")


def test_the_page_of_tables_lists_every_fact() -> None:
    page = column_pages.fill((ROOT / "docs/contributing/tables.md").read_text("utf-8"))
    rows = dict(re.findall(r"^\| `([^`]+)` \| (.*) \|$", page, re.MULTILINE))
    assert set(REGISTRY) <= set(rows) and "<!-- " not in page
    assert rows["passes"] == "number | hand | how many players have passed"
    assert "| declaring | when a declaration is judged | `declarations.per_group.*.unless`" in page


def test_a_page_for_python_lists_all_names_of_facts() -> None:
    page = column_pages.fill((ROOT / "docs/python/facts.md").read_text("utf-8"))
    rows = dict(re.findall(r"^\| `([^`]+)` \| (.*) \|$", page, re.MULTILINE))
    assert {*REGISTRY, *reading.KEYS} <= set(rows) and "<!-- " not in page
    assert rows["honours"] == "`2` | how many trul cards are in the declarers’ tricks"


@pytest.mark.parametrize("name", TOLD)
def test_each_example_of_a_fact_is_read(name: str) -> None:
    """The examples are what one may write: read as they stand, at a table that has such a thing."""
    games = {"pots": "polish", "opener": "heun", "left_in_hand": "victoria"}
    table = rules.load(games.get(name, "hlucin"))
    facts: dict[str, object] = {}
    if name == "left_in_hand":
        facts = {
            "irregular": {"B": ["wrong_discard"]},
            "points": {"declarers": 53, "opponents": 52},
        }
    reading.read(table, facts | yaml.safe_load(f"{name}: {TOLD[name].example}"))
    assert name in reading.schema()["properties"]


def test_generated_lessons_are_whole_pages() -> None:
    pages = generated_pages.generated_pages(ROOT)
    assert {f"learn/{course}/index.md" for course in COURSES} <= set(pages)
    assert "learn/hlucin/following-suit.md" in pages and "learn/heun/following-suit.md" in pages
    for path, text in pages.items():
        assert text.startswith("---\ntitle: ")
        if path.startswith("calculators/"):
            assert f"<!-- tool: settle rules={path.split('/')[1][:-3]} -->" in text
            continue
        if path.endswith("/summary.md"):
            assert 'class="tk-sheet' in text, path
            continue
        if path == "house/index.md":
            assert 'class="tk-house"' in text and 'id="t-club"' in text
            continue
        if path.endswith("index.md"):
            assert 'class="tk-course"' in text
            continue
        if path.endswith("/learned.md"):
            assert len(re.findall(r"<h2|## ", text)) >= 10, path
            continue
        if path.endswith("/again.md"):
            assert f'data-again="{path.split("/")[1]}"' in text
            continue
        # A whole hand fills a step, with a coach a lesson; Heun has no lone bid that would give it a third,
        # and one lead that is clearly the best.
        least = {"first-hand.md": 1, "whole-hand.md": 2, "leading.md": 2}.get(Path(path).name, 3)
        steps = text.count('class="tk-step-body"')
        assert text.count('class="tk-widget"') == steps >= least, path


def test_a_changed_lesson_is_seen_wherever_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "lessons"
    folder.mkdir()
    ours = ROOT / "tests/tutorials/lessons/en/following-suit.yaml"
    for lesson in (lesson_files.FOLDER / "the-pack.yaml", ours):
        shutil.copy(lesson, folder)
    monkeypatch.setattr(lesson_files, "FOLDER", folder)
    monkeypatch.setattr(course_outlines, "COURSES", ("hlucin",))
    monkeypatch.setattr(switching, "PAIRS", ())
    monkeypatch.setattr(
        generated_pages, "rules", SimpleNamespace(ids=tuple)
    )  # no pages of rule sets

    def made() -> dict[str, str]:
        course_outlines.outlines.cache_clear()
        return {
            path: text
            for path, text in generated_pages._generated.__wrapped__(tmp_path).items()
            if path.endswith(".md")
        }

    before = made()
    file = folder / "following-suit.yaml"
    text = file.read_text("utf-8")
    title = "title: Following suit and trumping\n"
    assert title in text
    file.write_text(text.replace(title, "title: Which card may I play?\n"), "utf-8")
    renamed = made()
    # the course, the lesson before it, and its own page
    assert all(
        "Which card may I play?" in renamed[path] and path in before
        for path in (
            "learn/hlucin/index.md",
            "learn/hlucin/learned.md",
            "learn/hlucin/the-pack.md",
            "learn/hlucin/following-suit.md",
        )
    )
    # words inside it change nothing but its own page
    file.write_text(
        file.read_text("utf-8").replace("intro: |\n", "intro: |\n  Cards on the table!\n")
    )
    again = made()
    changed = {path for path in again if again[path] != renamed[path]}
    assert changed == {"learn/hlucin/following-suit.md"}
