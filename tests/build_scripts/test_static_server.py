"""The server of tests and measurements."""

from __future__ import annotations

import time
import urllib.request
from pathlib import Path

from taroky_build.static_server import Line, serve


def fetched(address: str) -> tuple[bytes, float]:
    start = time.monotonic()
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.read(), time.monotonic() - start


def test_a_slow_line_takes_its_time_and_loses_nothing(tmp_path: Path) -> None:
    content = bytes(range(256)) * 400
    (tmp_path / "file.bin").write_bytes(content)
    with serve(tmp_path, line=Line(rate=400_000, latency=0.05)) as server:
        got, seconds = fetched(f"{server.url}file.bin")
    assert got == content
    assert seconds >= 0.05 + len(content) / 400_000
    assert server.bytes_sent == len(content)
