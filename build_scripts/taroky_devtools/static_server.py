"""A plain static server for tests and measurements, as a web host would be: right MIME types,
compression on request, caching by revalidation."""

from __future__ import annotations

import gzip
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from types import EllipsisType
from urllib.parse import unquote, urlsplit

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".map": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".xml": "application/xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
#: What a host compresses; fonts and pictures are compressed already.
_COMPRESSED = {".html", ".css", ".js", ".mjs", ".json", ".svg", ".xml", ".wasm", ".zip", ".whl"}
#: Answers share a slow line in pieces of so many bytes.
_PIECE = 1 << 14


@dataclass(frozen=True)
class Line:
    """The line between a browser and a server far away: bytes a second, of all answers together, and
    seconds to the server and back."""

    rate: float
    latency: float


@dataclass(frozen=True)
class Answer:
    """An answer in place of a file."""

    body: bytes
    content_type: str


#: For the path of an address: what is answered, or nothing if the line breaks; `...` if the file is.
Override = Callable[[str], Answer | EllipsisType | None]


class StaticServer(ThreadingHTTPServer):
    """Serves one folder and counts the bytes that it sends."""

    daemon_threads = True

    def __init__(self, folder: Path, *, compress: bool = False, line: Line | None = None) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.folder = folder.resolve()
        self.compress = compress
        self.line = line
        self._free = 0.0
        self.bytes_sent = 0
        self.requests: list[str] = []
        #: Asked in turn before a file is sent.
        self.overrides: list[Override] = []
        self.lock = Lock()

    def compress_all(self) -> None:
        """Compress what is compressed on request now, as a host does once, so that no visit pays for it."""
        for file in self.folder.rglob("*"):
            if file.suffix in _COMPRESSED and file.is_file():
                _gzipped(file, _tag(file))

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up in the middle of a file is nothing to tell of."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    def wait_for_line(self, size: int) -> None:
        """Wait until so many bytes have gone over the line, behind all that others send."""
        if self.line is None:
            return
        with self.lock:
            self._free = max(self._free, time.monotonic()) + size / self.line.rate
            until = self._free
        time.sleep(max(0.0, until - time.monotonic()))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/"


@contextmanager
def serve(
    folder: Path, *, compress: bool = False, line: Line | None = None
) -> Iterator[StaticServer]:
    """Serve a folder on a free port of this machine while the block runs, as if over a slow line if
    there is one."""
    server = StaticServer(folder, compress=compress, line=line)
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def free_port() -> int:
    """A port of this machine that nobody listens on, for a server that is told where to be."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: StaticServer

    def setup(self) -> None:
        super().setup()
        self._wait()  # to connect takes a way there and back, too

    def _wait(self) -> None:
        if self.server.line is not None:
            time.sleep(self.server.line.latency)

    def do_GET(self) -> None:
        self._wait()
        path = unquote(urlsplit(self.path).path)
        for override in list(self.server.overrides):
            answer = override(path)
            if answer is None:
                self.close_connection = True
                return
            if isinstance(answer, Answer):
                self._send(HTTPStatus.OK, answer.body, {"Content-Type": answer.content_type})
                return
        file = (self.server.folder / path.lstrip("/")).resolve()
        if file.is_dir():
            file /= "index.html"
        if not file.is_file() or not file.is_relative_to(self.server.folder):
            self._send(HTTPStatus.NOT_FOUND, b"Not found.", {"Content-Type": "text/plain"})
            return
        tag = _tag(file)
        headers = {
            "Content-Type": TYPES.get(file.suffix, "application/octet-stream"),
            "ETag": tag,
            "Cache-Control": "no-cache",
        }
        if self.headers.get("If-None-Match") == tag:
            self._send(HTTPStatus.NOT_MODIFIED, b"", headers)
            return
        wants = "gzip" in self.headers.get("Accept-Encoding", "")
        if self.server.compress and wants and file.suffix in _COMPRESSED:
            headers["Content-Encoding"] = "gzip"
            self._send(HTTPStatus.OK, _gzipped(file, tag), headers)
        else:
            self._send(HTTPStatus.OK, file.read_bytes(), headers)

    def _send(self, status: HTTPStatus, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        for start in range(0, len(body), _PIECE):
            piece = body[start : start + _PIECE]
            self.server.wait_for_line(len(piece))
            self.wfile.write(piece)
        with self.server.lock:
            self.server.bytes_sent += len(body)
            self.server.requests.append(self.path)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def _tag(file: Path) -> str:
    """Return what tells this state of a file from others."""
    return f'"{file.stat().st_mtime_ns:x}-{file.stat().st_size:x}"'


@lru_cache(maxsize=4096)
def _gzipped(file: Path, tag: str) -> bytes:
    return gzip.compress(file.read_bytes(), 9, mtime=0)
