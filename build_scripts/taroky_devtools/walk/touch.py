"""A finger on a page: looks for what it can press, taps it, and waits for what comes of it. Scripts only look
at the page, they never call any of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import ElementHandle, Page, TimeoutError

from taroky_devtools.site_visits import scripts
from taroky_devtools.walk.findings import DeadEnd

_SCRIPT = scripts("step_view", "walk/view")
#: The main thread has painted what it had to.
_PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
#: The theme shows the next page without loading it: our scripts have begun on it.
_BEGUN = (
    "() => !document.querySelector('.tk-lesson') || document.querySelector('.tk-step.is-current')"
)
#: A press has an effect within so many milliseconds; an answer may have to wait for Python to start.
_SOON, _PYTHON = 8_000, 90_000
_LOOK_AGAIN = 200


class Finger:
    """Presses things on a page. found: is told what kind of finding there is, and what."""

    def __init__(self, page: Page, report: Callable[[str, str], None]) -> None:
        self.page = page
        self._report = report

    def press(self, one: ElementHandle, answer: bool = False) -> bool:
        """Tap, and wait for what comes of it. answer: the task has to stand otherwise afterwards."""
        name = " ".join(one.inner_text().split()) or one.get_attribute("id") or "?"
        looked_at = "walkView.answered()" if answer else "walkView.standing()"
        before = self.look(looked_at)
        if not self.tap(one):
            return False
        try:
            self.wait(looked_at, before, _PYTHON if answer else _SOON)
        except TimeoutError:
            self._report("no effect", f"“{name}” was pressed")
            if answer:
                raise DeadEnd(f"“{name}” was pressed, and no answer came") from None
            return False
        self.settle()
        said = self.scope.query_selector(".tk-reply") if answer else None
        if said is not None and said.text_content() and not said.inner_text():
            self._report("no effect", f"what is said to “{name}” is not to be seen")
        return True

    def wait(self, what: str, before: Any, timeout: int = _PYTHON) -> None:
        """Wait until view.js sees something else than before. Raises TimeoutError."""
        script = f"(before) => {{ {_SCRIPT} return {what} !== before; }}"
        self.page.wait_for_function(script, arg=before, timeout=timeout)

    def tap(self, one: ElementHandle) -> bool:
        """Touch what is seen of it."""
        for _ in range(_SOON // _LOOK_AGAIN):  # a page that has just come may still go to its top
            one.scroll_into_view_if_needed(timeout=_SOON)
            point = one.evaluate(f"(one) => {{ {_SCRIPT} return walkView.place(one); }}")
            if point is not None:
                break
            self.page.wait_for_timeout(_LOOK_AGAIN)
        else:
            name = one.inner_text() or one.get_attribute("id")
            self._report("overlap", f"“{name}” cannot be touched")
            return False
        self.page.touchscreen.tap(*point)
        return True

    def settle(self) -> None:
        """Wait until the page stands still."""
        self.page.wait_for_load_state("load")
        self.page.wait_for_function(_BEGUN)
        self.page.evaluate("document.fonts.ready.then(() => true)")
        self.page.evaluate(_PAINTED)

    def look(self, what: str = "walkView.look()") -> Any:
        """Return what view.js sees."""
        return self.page.evaluate(f"() => {{ {_SCRIPT} return {what}; }}")

    @property
    def scope(self) -> ElementHandle:
        """The part of the page that is about one thing: a step, a trick of the home page."""
        handle = self.page.evaluate_handle(f"() => {{ {_SCRIPT} return walkView.scope(); }}")
        element = handle.as_element()
        assert element is not None
        return element

    def shown(self, selector: str, within: bool = False) -> ElementHandle | None:
        """The first that is to be seen. within: of the part that is shown."""
        around: Any = self.scope if within else self.page
        return next((one for one in around.query_selector_all(selector) if one.is_visible()), None)

    def way(self, selector: str) -> ElementHandle:
        """The same where there has to be one, if it comes soon: the page may still be on its way. Raises
        DeadEnd."""
        for _ in range(_SOON // _LOOK_AGAIN):
            element = self.shown(selector)
            if element is not None:
                return element
            self.page.wait_for_timeout(_LOOK_AGAIN)
        raise DeadEnd(f"nothing on the page that is {selector}")
