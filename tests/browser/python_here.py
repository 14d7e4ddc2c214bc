"""Answers what a page asks Python from the tests' own process: the same code by the same door
(`taroky_tutorials.browser.handle`), without the second that a browser takes to start Python. That it
answers in a browser's Python as it does here is shown by tests/build_scripts/test_browser_python.py, and by
the tests with the mark `pyodide`."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, Page
from taroky_tutorials.browser import handle
from taroky_tutorials.reference import templates

#: What a browser fetches made is made here from the written pages.
_REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference"

#: In place of the worker that runs Python. One that is started after a failure is the real one.
_WORKER = """{
  const tell = (worker, data) => {
    for (const hear of [worker.onmessage, ...worker.listeners]) hear({ data });
  };
  window.Worker = class extends window.Worker {
    constructor(file, about) {
      if (about?.name !== "taroky") {
        super(file, about);
        return;
      }
      const own = { writable: true };
      const here = Object.create(new.target.prototype,
        { here: { value: true }, listeners: { value: [] }, onmessage: own, onerror: own, onmessageerror: own });
      setTimeout(() => tell(here, { kind: "ready" }));
      return here;
    }
    postMessage(message, ...others) {
      if (!this.here) super.postMessage(message, ...others);
      else if ("text" in message)
        window.tarokyAnswer(message.text).then(
          (text) => tell(this, { kind: "answer", id: message.id, text }),
        );
    }
    addEventListener(kind, listener, ...others) {
      if (!this.here) super.addEventListener(kind, listener, ...others);
      else if (kind === "message") this.listeners.push(listener);
    }
    terminate() {
      if (this.here) this.onmessage = () => {};
      else super.terminate();
    }
  };
}"""


def answer(text: str) -> str:
    with templates.written(_REFERENCE):
        return handle(text)


def answer_here(page: BrowserContext | Page) -> None:
    """Let the pages of this context, or this one, be answered from here from now on."""
    page.expose_function("tarokyAnswer", answer)
    page.add_init_script(_WORKER)
