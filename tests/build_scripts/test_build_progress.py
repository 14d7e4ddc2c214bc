"""A build on the terminal: page by page, around what MkDocs logs, and not at all in a pipe."""

import io
import logging
import time

import pytest
from taroky_build.site_build.build_progress import BuildProgress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("terminal", [True, False])
def test_pages_are_counted_around_the_log(terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal() if terminal else io.StringIO()
    log, handler = logging.getLogger("mkdocs"), logging.StreamHandler(stream)
    monkeypatch.setattr(log, "handlers", [handler])
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("taroky.cli.progress._PATIENCE", 0.01)
    monkeypatch.setattr("taroky.cli.progress._PERIOD", 0.01)
    build = BuildProgress()
    build.begin()
    build.count(3)
    time.sleep(0.05)
    build.page()
    time.sleep(0.05)
    log.warning("A link leads nowhere.")
    build.end()
    after = stream.getvalue()
    time.sleep(0.05)
    assert stream.getvalue() == after
    if terminal:
        assert "working, 0 s" in after and "1 of 3, about" in after
        assert "\r\x1b[KA link leads nowhere.\n" in after
    else:
        assert after == "A link leads nowhere.\n"
