"""What axe-core says about a page, asked in one place."""

from pathlib import Path

from playwright.sync_api import Page

_AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
#: Colours are judged when nothing moves any more: half faded in, every text is too pale.
_STILL = """() => Promise.all(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
  .map((one) => one.finished.catch(() => null)))"""
_LOOK = "([where, options]) => axe.run(where, options).then((result) => result.violations)"


def axe_finds(page: Page, where: str = "html", rules: list[str] | None = None) -> list[str]:
    """What axe-core finds fault with in a part of the page (a CSS selector), one line for each of
    its rules with the first three places; only by `rules` if given. The page's context must have
    `bypass_csp`: the script is put into the page from outside, past its policy."""
    page.add_script_tag(path=_AXE)
    page.evaluate(_STILL)
    options = {"runOnly": {"type": "rule", "values": rules}} if rules else {}
    found = page.evaluate(_LOOK, [where, options])
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:200] for node in one['nodes'][:3]]}"
        for one in found
    ]
