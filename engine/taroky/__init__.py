"""Taroky: a rules engine for the tarok games of Moravia, Silesia and Texas.

    import taroky

    hand = taroky.play(taroky.deal("hlucin", seed=7), "thumb")
    print(taroky.settle(hand).payments)

The names in `__all__` are the public interface; their meaning does not change between minor versions.
Everything else in this package may change at any time. The site's page "From Python" has examples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from taroky.public import *

    __version__: str

__all__ = [
    "Action",
    "Bot",
    "Choice",
    "Hand",
    "Legal",
    "Message",
    "Session",
    "Settlement",
    "Table",
    "TarokyError",
    "View",
    "apply",
    "count",
    "deal",
    "from_json",
    "languages",
    "legal",
    "load",
    "play",
    "player",
    "record",
    "replay",
    "rule_sets",
    "settle",
    "speaking",
    "start_session",
    "to_json",
    "turn",
    "view",
    "why_not",
]


if not TYPE_CHECKING:  # a type checker would take any name for one that there is

    def __getattr__(name: str) -> Any:
        # A page in the browser imports a subpackage or two; it need not wait for all of them.
        if name in __all__:
            from taroky import public

            return getattr(public, name)
        if name == "__version__":
            from taroky import version

            return version.current()
        raise AttributeError(f"module 'taroky' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
