"""The policy allows exactly the inline scripts that the pages have, the same on every page."""

from pathlib import Path

from taroky_build.postprocess.csp import (
    guard,
    inline_scripts,
    inline_styles,
    policy,
    protect,
    source_hash,
)

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
    more = f"<style>p {{}}</style><script>b()</script>{'x' * 2000}"
    late = PAGE.replace("<meta charset=utf-8>{}", "{}<meta charset=utf-8>")
    (tmp_path / "sub" / "index.html").write_text(late.format(more, ""), "utf-8")
    text = protect(tmp_path)
    assert text == policy(["b()", "a()", guard()], ["p {}"])
    for page in tmp_path.rglob("*.html"):
        html = page.read_text("utf-8")
        # a browser looks for the encoding in the first 1024 bytes
        meta = f'<meta http-equiv="Content-Security-Policy" content="{text}">'
        assert f"<head><meta charset=utf-8>{meta}<script>{guard()}</script>" in html
        assert html.count("Content-Security-Policy") == html.count("charset") == 1


def test_the_guard_is_code_without_comments() -> None:
    assert guard().isascii() and "//" not in guard() and "/*" not in guard()
    assert "createPolicy" in guard() and guard().startswith("{") and guard().endswith("}")


def test_styles_within_pages_are_told_by_their_hash_and_style_attributes_never() -> None:
    assert inline_styles('<style media="print">a</style><p style="b">') == ["a"]
    text = policy([], ["a"])
    assert f"style-src 'self' {source_hash('a')};" in text
    assert "unsafe-inline" not in text and "unsafe-hashes" not in text


def test_nothing_from_elsewhere_is_allowed() -> None:
    text = policy([])
    assert text.startswith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';")
    assert "http" not in text
    assert "require-trusted-types-for 'script'; trusted-types taroky default" in text
