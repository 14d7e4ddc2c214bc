"""Czech words of English pages are marked in running text, and nowhere else."""

import pytest
from taroky_build.postprocess.foreign_words import marked

WORD = '<span lang="cs">povinnost</span>'


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<p>A povinnost.</p>", f"<p>A {WORD}.</p>"),
        ("<p>One<br>and <em>povinnost</em></p>", f"<p>One<br>and <em>{WORD}</em></p>"),
        ('<p class="tk-point" id="X">povinnost</p>', f'<p class="tk-point" id="X">{WORD}</p>'),
        ('<html lang="en"><p>povinnost</p></html>', f'<html lang="en"><p>{WORD}</p></html>'),
        ("<ul><li><p>x</p>povinnost</li></ul>", f"<ul><li><p>x</p>{WORD}</li></ul>"),
    ],
)
def test_a_word_in_running_text_is_marked(html: str, wanted: str) -> None:
    assert marked(html) == wanted


@pytest.mark.parametrize(
    "html",
    [
        "<label><input> No povinnost</label>",
        "<p><button>povinnost</button></p>",
        '<p class="tk-actions">povinnost</p>',
        '<p><i lang="pl">powinność, povinnost</i></p>',
        '<p><i lang="pl"><b>povinnost</b></i></p>',
        "<p><code>povinnost</code></p>",
        "<p>0.20 Kč, povinnosti_x</p>",
        '<p title="povinnost">A hand</p>',
        "<script>povinnost</script>",
    ],
)
def test_nothing_else_is_changed(html: str) -> None:
    assert marked(html) == html
