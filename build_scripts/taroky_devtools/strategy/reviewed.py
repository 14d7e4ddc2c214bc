"""Reviewed hands of the docs: `make reviewed` goes through them again and keeps what the review says.

docs/strategy/reviewed.json has each hand as a record with the seat, the decision that the page is about,
and the verdict. The same seed gives the same verdict, so a test reviews them again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from taroky.game import record
from taroky.messages import local_names
from taroky.players.comparing import Worth
from taroky.players.reasons import named
from taroky.players.review import review
from taroky.players.search import Effort
from taroky_build.strategy import kept_results

#: Nobody waits for it.
EFFORT = Effort(cards=300, plays=2, deals=96, batch=12)


def verdict(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the review says of the decision that a hand is about."""
    entry = record.read("\n".join(kept["record"]))
    number: int = kept["number"]
    (decision,) = review(entry, kept["seat"], EFFORT, kept["seed"], only={number})
    with local_names(entry.table.names):
        return {
            "phase": decision.phase,
            "trick": decision.trick,
            "mistake": decision.mistake,
            "did": _told(decision.did),
            "best": _told(decision.best),
            "loss": round(decision.loss, 2),
            "half": round(decision.half, 2),
            "reasons": [
                {"text": one.text(), "points": [*one.points], "page": one.page}
                for one in decision.reasons
            ],
        }


def _told(one: Worth) -> dict[str, Any]:
    return {"action": str(one.action), "text": named(one.action).text(), "mean": round(one.mean, 2)}


def main() -> int:
    """Reviews all of them; 1 if one is no mistake."""
    path = kept_results.file(Path.cwd(), "reviewed")
    known = kept_results.load(path)
    for name, one in known.items():
        one["verdict"] = outcome = verdict(one)
        print(
            f"{name}: {outcome['did']['action']}, better {outcome['best']['action']}, "
            f"{outcome['loss']:.2f} ± {outcome['half']:.2f}",
            flush=True,
        )
    path.write_text(json.dumps(known, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return 0 if all(one["verdict"]["mistake"] for one in known.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
