"""The server of tests and measurements."""

from __future__ import annotations

import gzip
import time
import urllib.request
from pathlib import Path

import pytest
from taroky_devtools.static_server import Line, serve


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


def test_what_is_compressed_ahead_is_sent_without_compressing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "index.html").write_text("page " * 999, "utf-8")
    (tmp_path / "deep" / "style.css").write_text("p {} " * 999, "utf-8")
    (tmp_path / "font.woff2").write_bytes(b"letters")
    compress = gzip.compress
    seen: list[bytes] = []

    def watched(data: bytes, *rest: int, **more: float | None) -> bytes:
        seen.append(data)
        return compress(data, *rest, **more)

    monkeypatch.setattr(gzip, "compress", watched)
    with serve(tmp_path, compress=True) as server:
        server.compress_all()
        assert sorted(map(len, seen)) == [4995, 4995]  # a font is compressed already
        for path in ("", "deep/style.css"):
            asked = urllib.request.Request(server.url + path, headers={"Accept-Encoding": "gzip"})
            with urllib.request.urlopen(asked, timeout=60) as answer:
                assert len(gzip.decompress(answer.read())) == 4995
    assert len(seen) == 2
