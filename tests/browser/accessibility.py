"""What axe-core says about a page, and what a reader of the screen is told, asked in one place."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page

_AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
#: axe-core for `add_init_script`, which reaches a page past its policy; in Firefox what is sent
#: becomes `return …`, which a comment of many lines would end.
SCRIPT = re.sub(r"\A\s*/\*.*?\*/\s*", "", _AXE.read_text("utf-8"), flags=re.DOTALL)
#: Colours are judged when nothing moves any more: half faded in, every text is too pale. What is ended may
#: begin something else, in what takes its colour from it.
_END_ALL = """() => {
  for (let turn = 0; turn < 9; turn++) {
    const moving = document.getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity && one.playState !== "finished");
    if (moving.length === 0) return;
    for (const one of moving) one.finish();
  }
}"""
_LOOK = "([where, options]) => axe.run(where, options).then((result) => result.violations)"
#: All that the dark changes on a page.
_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
#: Only faults are told, by the text of the place: what is right need not be described, nor how to find it.
_SHORT = {"resultTypes": ["violations"], "selectors": False}
#: As the theme's own switch does, but at once: what is out of view would begin to fade when axe-core
#: scrolls to it. Given nothing, it puts back what was.
_SWITCH = """(scheme) => {
  if (!window.still) {
    window.still = new CSSStyleSheet();
    window.still.replaceSync("*, ::before, ::after { transition: none !important }");
    window.before = document.body.dataset.mdColorScheme;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, window.still];
  }
  document.body.dataset.mdColorScheme = scheme ?? window.before;
  if (scheme) return;
  getComputedStyle(document.body).color; // what fades is told from what was
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== window.still);
  window.still = null;
}"""


def axe_finds(page: Page, where: str = "html") -> list[str]:
    """Return what axe-core finds fault with in a part of the page (a CSS selector), and with its
    colours in the dark as well: one line for each rule with the first three places. The page's context
    must have been made with `axe=True`, which puts the script into its pages from outside."""
    page.evaluate(_SWITCH, "default")
    faults = _faults(page, where, {})
    page.evaluate(_SWITCH, "slate")
    faults += [f"in the dark: {fault}" for fault in _faults(page, where, _COLOURS)]
    page.evaluate(_SWITCH)
    return faults


def _faults(page: Page, where: str, options: dict[str, object]) -> list[str]:
    page.evaluate(_END_ALL)
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:200] for node in one['nodes'][:3]]}"
        for one in page.evaluate(_LOOK, [where, {**_SHORT, **options}])
    ]


#: A line of the accessibility tree with something that must have a name, and has none.
_NAMELESS = re.compile(r"\s*- (?:button|link|textbox|combobox|checkbox|radio|img)(?: \[.*\])?:?$")


def told_of(part: Locator) -> str:
    """The accessibility tree of a part of the page, in which everything that can be used and every
    picture has a name."""
    tree = part.aria_snapshot()
    assert [line for line in tree.splitlines() if _NAMELESS.match(line)] == [], tree
    return tree


def told_task(widget: Locator, position: bool) -> None:
    """A task is told: it is a group with the task for a name; the cards or facts it is about are
    lists or groups; and there is something to answer with."""
    task = " ".join(widget.locator(".tk-task").first.inner_text().split())
    tree = " ".join(told_of(widget).replace("\\", "").split())
    assert re.match(rf"- '?group [\"']{re.escape(task)}", tree), (task, tree[:300])
    if position:
        assert (
            re.search(r"- '?(?:list|group) \"", tree.split(task, 1)[1]) or "listitem: " in tree
        ), tree
    assert re.search(r"- '?(?:button|textbox|checkbox|radio) ", tree), tree


def told_answer(widget: Locator) -> None:
    """Check that what is said to an answer is told at once, wherever the reader is."""
    said = widget.locator(".tk-feedback")
    assert said.get_attribute("aria-live") == "polite" or said.get_attribute("role") == "status"
    assert told_of(said).strip(), "nothing is said"
