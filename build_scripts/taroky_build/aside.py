"""Work that another process does meanwhile."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

from taroky.errors import TarokyError

from taroky_build.errors import BuildError


class Aside:
    """For a `with` block: begins the work, and has it done when the block is left. work: a function
    that can be named from outside. Raises BuildError if the work went wrong, and the block did not."""

    def __init__(self, work: Callable[..., None], *words: Any) -> None:
        self._answer, end = multiprocessing.Pipe(duplex=False)
        self._process = multiprocessing.Process(target=_work, args=(end, work, words))
        self._process.start()
        end.close()

    def __enter__(self) -> Aside:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: object, trace: TracebackType | None
    ) -> None:
        try:
            said: str = self._answer.recv()
        except EOFError:  # it has printed why
            said = "The files of the site could not be made; the reason is printed above."
        self._process.join()
        if said and kind is None:
            raise BuildError(said)


def _work(end: Connection, work: Callable[..., None], words: tuple[Any, ...]) -> None:
    """Answers with the sentence of what is wrong, "" if nothing is."""
    try:
        work(*words)
        end.send("")
    except (BuildError, TarokyError) as problem:
        end.send(str(problem))
