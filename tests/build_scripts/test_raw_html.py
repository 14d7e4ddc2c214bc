"""What is HTML already goes past Markdown and, in part, past the search."""

from __future__ import annotations

from taroky_build.pages import raw_html

FRONT = "---\ntitle: One\n---\n"


def test_a_page_of_html_is_told_from_markdown() -> None:
    assert raw_html.split(f"{FRONT}# One\n") == (f"{FRONT}# One\n", None)
    assert raw_html.split(f"{FRONT}\n<!-- html -->\n<h1>*One*</h1>") == (FRONT, "<h1>*One*</h1>")
    assert raw_html.split("<!-- html -->\n<p>No front</p>") == ("", "<p>No front</p>")


def test_what_the_search_leaves_out_comes_back_in_its_place() -> None:
    first = '<section class="tk-board" data-search-exclude><b>\\1</b></section>'
    second = "<section data-search-exclude>2</section>"
    page = f"<p>a</p>{first}<section><p>c</p></section>{second}"
    shown, parts = raw_html.take_out(page)
    assert parts == [first, second]
    assert "<section><p>c</p></section>" in shown and "<b>" not in shown
    assert raw_html.put_back(shown, parts) == page


def test_a_page_without_such_parts_stays_as_it_is() -> None:
    assert raw_html.take_out("<p>\\1 a</p>") == ("<p>\\1 a</p>", [])
    assert raw_html.put_back("<p>\\1 a</p>", []) == "<p>\\1 a</p>"


def test_a_block_of_html_in_a_box_stands_in_no_paragraph() -> None:
    box = '<div class="admonition">\n<p>{}</p>\n</div>'
    block = '<div class="tk-settled"><p>a</p><div>b</div></div>'
    assert raw_html.unwrapped(box.format(block)) == f'<div class="admonition">\n{block}\n</div>'
    assert raw_html.unwrapped(box.format("a <b>b</b>")) == box.format("a <b>b</b>")
