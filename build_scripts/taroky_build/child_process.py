"""A module of this package that works in a process of its own while the build goes on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from taroky_build.errors import BuildError


class ChildProcess:
    """The process, which starts at once. It reads its order as JSON from standard input,
    and a failure is one sentence on its standard output."""

    def __init__(self, module: str, order: dict[str, Any], folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        assert self._process.stdin is not None
        try:
            with self._process.stdin as order_pipe:
                json.dump(order, order_pipe)
        except BrokenPipeError:
            pass  # it has ended, and `wait` says why

    def wait(self) -> None:
        """Until it is done. Raises BuildError with the sentence of what is wrong."""
        assert self._process.stdout is not None
        with self._process.stdout as output:
            said = output.read().strip()
        if self._process.wait() != 0:
            raise BuildError(
                said or "A part of the site could not be made; the reason is printed above."
            )

    def end(self) -> None:
        """Now, whatever it is at; nothing if it is done."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
