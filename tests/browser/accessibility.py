"""What axe-core says about a page, asked in one place."""

import re
from pathlib import Path

from playwright.sync_api import Page

_AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
#: axe-core for `add_init_script`, which reaches a page past its policy; in Firefox what is sent
#: becomes `return …`, which a comment of many lines would end.
SCRIPT = re.sub(r"\A\s*/\*.*?\*/\s*", "", _AXE.read_text("utf-8"), flags=re.DOTALL)
#: Colours are judged when nothing moves any more: half faded in, every text is too pale.
_STILL = """() => Promise.all(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
  .map((one) => one.finished.catch(() => null)))"""
_LOOK = "([where, options]) => axe.run(where, options).then((result) => result.violations)"


def axe_finds(page: Page, where: str = "html", rules: list[str] | None = None) -> list[str]:
    """What axe-core finds fault with in a part of the page (a CSS selector), one line for each of
    its rules with the first three places; only by `rules` if given. The page's context must have
    been made with `bypass_csp`, which puts the script into its pages from outside."""
    page.evaluate(_STILL)
    options = {"runOnly": {"type": "rule", "values": rules}} if rules else {}
    found = page.evaluate(_LOOK, [where, options])
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:200] for node in one['nodes'][:3]]}"
        for one in found
    ]
