"""The policy allows exactly the inline scripts that the pages have, the same on every page."""

from pathlib import Path

from taroky_build.csp import inline_scripts, policy, protect, source_hash

PAGE = "<!doctype html><html><head><meta charset=utf-8>{}</head><body>{}</body></html>"


def test_only_scripts_that_run_are_hashed() -> None:
    html = PAGE.format(
        '<script src="a.js"></script><script>one()</script>',
        '<script type="application/json">{"no": 1}</script><script type="module">two()</script>',
    )
    assert inline_scripts(html) == ["one()", "two()"]


def test_a_hash_is_what_browsers_compute() -> None:
    # printf 'doSomething();' | openssl dgst -sha256 -binary | openssl base64
    expected = "'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='"
    assert source_hash("doSomething();") == expected


def test_all_pages_carry_the_same_policy_first_in_head(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "index.html").write_text(PAGE.format("<script>a()</script>", "Č"), "utf-8")
    (tmp_path / "sub" / "index.html").write_text(PAGE.format("", "<script>b()</script>"), "utf-8")
    text = protect(tmp_path)
    assert text == policy(["b()", "a()"])
    for page in tmp_path.rglob("*.html"):
        html = page.read_text("utf-8")
        start = f'<head><meta http-equiv="Content-Security-Policy" content="{text}"><meta charset'
        assert start in html
        assert html.count("Content-Security-Policy") == 1
        # a browser looks for the encoding in the first 1024 bytes
        assert html.encode().index(b"charset=utf-8") < 1024


def test_nothing_from_elsewhere_is_allowed() -> None:
    text = policy([])
    assert "default-src 'self'" in text
    assert "script-src 'self' 'wasm-unsafe-eval';" in text
    assert "http" not in text
