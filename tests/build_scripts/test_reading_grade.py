"""How hard a text is to read, and which text of a page counts."""

from pathlib import Path

from taroky_devtools.reading_grade import grade, page_grades, prose, syllables

HARD = (
    "Notwithstanding considerations of administrative practicability, the aforementioned "
    "regulations necessitate comprehensive documentation of individual circumstances."
)


def test_the_grade_knows_easy_from_hard() -> None:
    assert {
        word: syllables(word) for word in ("trick", "queen", "played", "taken", "declarer")
    } == {"trick": 1, "queen": 1, "played": 1, "taken": 2, "declarer": 3}
    assert grade("The cat sat on the mat.") < 1
    assert grade(HARD) > 20
    # Words that are no English make nothing harder.
    assert grade("You play *povinnost* (say PO-vin-nost).") == grade("You play.")


def test_the_sentences_of_a_page_count_and_nothing_else() -> None:
    page = f"""<body><p>{HARD}</p><article><h1>Tricks</h1>
      <p>You lead a <em>card</em>.<br>Then I&nbsp;play.</p>
      <ul><li>The highest wins.</li><li><a href="x/">More on tricks</a></li></ul>
      <table><tr><td><p>{HARD}</p></td></tr></table>
      <div class="tk-widget is-new"><p>{HARD}</p><img src="a.svg"></div>
      <p>That is all.</p></article></body>"""
    assert prose(page).split("\n\n") == [
        "You lead a card. Then I play.",
        "The highest wins.",
        "That is all.",
    ]


def test_courses_pages_with_little_to_read_and_other_languages_are_not_graded(
    tmp_path: Path,
) -> None:
    page = "<article>" + f"<p>{HARD}</p>" * 10 + "</article>"
    for name, text in {
        "": page,
        "rules/": page,
        "learn/hlucin/": page,
        "contributing/words/": page,
        "short/": "<article><p>That is all.</p></article>",
        "en/": f'<!doctype html><html lang="en">{page}',
        "cs/": f"<!doctype html><html lang=cs class=no-js>{page}",
    }.items():
        (tmp_path / name).mkdir(parents=True, exist_ok=True)
        (tmp_path / name / "index.html").write_text(text, "utf-8")
    assert [name for name, grade in page_grades(tmp_path) if grade > 9] == ["en/", "", "rules/"]
