"""Starts Firefox for Playwright, and stands between the two.

Playwright drives a Firefox as it comes by WebDriver BiDi, and asks for a few things that Firefox does
not know by that way: a colour scheme, no scripts, a touch screen, the look on paper. The relay passes
everything on but these, and sets them in Firefox's own window instead. Those that Playwright does not
put on the wire at all come in a header that is named `HEADER` and goes no further.

Playwright is told to start this file's `main` as if it were Firefox."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from itertools import count
from typing import Any

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

#: The name of the header whose value, as JSON, has some of the keys of `_SET`.
HEADER = "taroky-emulate"
_LISTENING = re.compile(rb"WebDriver BiDi listening on (ws://\S+)")
_DOWNLOADS = ("browsingContext.downloadWillBegin", "browsingContext.downloadEnd")
#: Runs in a window of Firefox itself, on the tabs that are meant.
_SET = """((how, userContexts, contexts) => {
  const load = (name) => ChromeUtils.importESModule(`chrome://remote/content/shared/${name}.sys.mjs`);
  const { UserContextManager } = load('UserContextManager');
  const { NavigableManager } = load('NavigableManager');
  const meant = userContexts.map((id) => UserContextManager.getInternalIdById(id));
  for (const window of Services.wm.getEnumerator('navigator:browser')) {
    for (const tab of window.gBrowser.tabs) {
      const { browsingContext } = tab.linkedBrowser;
      const id = NavigableManager.getIdForBrowsingContext(browsingContext);
      if (!meant.includes(tab.userContextId) && !contexts.includes(id)) continue;
      if ('scheme' in how) browsingContext.prefersColorSchemeOverride = how.scheme;
      if ('medium' in how) browsingContext.mediumOverride = how.medium;
      if ('scripts' in how) browsingContext.allowJavascript = how.scripts;
      if ('touch' in how) browsingContext.touchEventsOverride = how.touch ? 'enabled' : 'none';
    }
  }
})"""


class Relay:
    """One connection of Playwright, and one to Firefox."""

    def __init__(self, playwright: ServerConnection, firefox: Any) -> None:
        self._playwright = playwright
        self._firefox = firefox
        self._ids = count(1_000_000_000)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        #: What a new page gets, by user context.
        self._settings: dict[str, dict[str, Any]] = {}
        #: Messages for Playwright, each with what has to be done before.
        self._outgoing: asyncio.Queue[tuple[asyncio.Task[None] | None, Any]] = asyncio.Queue()
        #: Pages with a touch screen.
        self._touched: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        back = asyncio.create_task(self._from_firefox())
        async for text in self._playwright:
            message = json.loads(text)
            how = _emulation(message)
            if message.get("method") == "input.performActions":
                self._touch(message["params"])
                await self._firefox.send(json.dumps(message))
            elif how is None:
                await self._firefox.send(text)
            else:
                self._later(self._answer(message, how))
        await self._firefox.close()
        await back

    def _touch(self, params: dict[str, Any]) -> None:
        """Take the mouse away where there is a touch screen."""
        if params["context"] in self._touched:
            for source in params["actions"]:
                if source["type"] == "pointer":
                    source.update(id="finger", parameters={"pointerType": "touch"})

    def _later(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _from_firefox(self) -> None:
        sending = asyncio.create_task(self._send())
        async for text in self._firefox:
            message = json.loads(text)
            waits = self._answers.pop(message.get("id"), None)
            if waits is not None:
                waits.set_result(message)
                continue
            before = None
            if message.get("method") == "browsingContext.contextCreated":
                made = message["params"]
                how = self._settings.get(made.get("userContext"))
                if how and not made.get("parent"):
                    before = asyncio.create_task(self._new_page(how, made["context"]))
            elif message.get("method") in _DOWNLOADS:
                # What a script saves is no navigation and has no name; Playwright wants one.
                message["params"].setdefault("download", message["params"].get("url"))
                text = json.dumps(message)
            await self._outgoing.put((before, text))
        await self._outgoing.put((None, None))
        await sending
        await self._playwright.close()

    async def _send(self) -> None:
        """Everything in its order."""
        while True:
            before, text = await self._outgoing.get()
            if text is None:
                return
            if before is not None:
                await before
            await self._playwright.send(text)

    async def _new_page(self, how: dict[str, Any], context: str) -> None:
        """Set up a new page before Playwright hears of it."""
        if how.get("touch"):
            self._touched.add(context)
        await self._set(how, [], [context])

    async def _answer(self, message: dict[str, Any], how: dict[str, Any]) -> None:
        params = message["params"]
        users, contexts = params.get("userContexts", []), params.get("contexts", [])
        for user in users:
            self._settings.setdefault(user, {}).update(how)
        error = await self._set(how, users, contexts)
        said = {"id": message["id"], "type": "success", "result": {}}
        if error:
            said = {"id": message["id"], "type": "error", "error": "relay", "message": error}
        await self._outgoing.put((None, json.dumps(said)))

    async def _set(self, how: dict[str, Any], users: list[str], contexts: list[str]) -> str:
        """Set it in Firefox; what went wrong, or nothing."""
        tree = await self._ask("browsingContext.getTree", {"moz:scope": "chrome", "maxDepth": 0})
        if "result" not in tree:
            return str(tree)
        window = tree["result"]["contexts"][0]["context"]
        values = ", ".join(json.dumps(one) for one in (how, users, contexts))
        answer = await self._ask(
            "script.evaluate",
            {
                "expression": f"{_SET}({values})",
                "target": {"context": window},
                "awaitPromise": False,
            },
        )
        return "" if answer.get("result", {}).get("type") == "success" else json.dumps(answer)

    async def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        number = next(self._ids)
        self._answers[number] = asyncio.get_running_loop().create_future()
        await self._firefox.send(json.dumps({"id": number, "method": method, "params": params}))
        return await self._answers[number]


def _emulation(message: dict[str, Any]) -> dict[str, Any] | None:
    """Return what a command wants set that Firefox does not know; None if Firefox is to have the
    command."""
    params = message.get("params", {})
    if message.get("method") == "emulation.setMediaFeaturesOverride":
        return {"scheme": params["features"].get("prefers-color-scheme") or "none"}
    if message.get("method") == "network.setExtraHeaders":
        for header in params["headers"]:
            if header["name"] == HEADER:
                how: dict[str, Any] = json.loads(header["value"]["value"])
                return how
    return None


async def _start(program: str, arguments: list[str]) -> int:
    firefox = await asyncio.create_subprocess_exec(
        program,
        *arguments,
        "--remote-allow-system-access",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert firefox.stdout
    async for line in firefox.stdout:
        match = _LISTENING.search(line)
        if not match:
            sys.stderr.buffer.write(line)
            sys.stderr.flush()
            continue
        address = match[1].decode()

        async def between(playwright: ServerConnection, address: str = address) -> None:
            async with connect(address + "/session", max_size=None, compression=None) as running:
                await Relay(playwright, running).run()

        server = await serve(between, "127.0.0.1", 0, max_size=None, compression=None)
        port = server.sockets[0].getsockname()[1]
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
    return await firefox.wait()


def main() -> int:
    return asyncio.run(_start(os.environ["TAROKY_FIREFOX_ITSELF"], sys.argv[1:]))


if __name__ == "__main__":
    raise SystemExit(main())
