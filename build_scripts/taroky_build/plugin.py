"""The MkDocs plugin: hooks that hand over to the rest of this package.

The only file that knows MkDocs; another site generator would cost this file and mkdocs.yml.
"""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path
from typing import Any, Literal

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from taroky_build import csp, search, theme, verbatim
from taroky_build.errors import BuildError
from taroky_build.produce import Produced, produce_apart

#: Folders below the root whose files go into the site besides docs/.
WATCHED = ("engine/taroky", "tutorials/taroky_tutorials", "build_scripts/taroky_build")


class TarokyConfig(Config):  # type: ignore[no-untyped-call]
    """Options of the plugin in mkdocs.yml."""

    root = config_options.Optional(config_options.Dir(exists=True))


class TarokyPlugin(BasePlugin[TarokyConfig]):  # type: ignore[no-untyped-call]
    """Adds the generated pages, the browser's Python, the card art and the security policy."""

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        self._serving = command == "serve"
        self._dirty = dirty
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._last: dict[str, str] = {}
        if dirty:  # pages that are as they were are left alone, and we know which
            logging.getLogger("mkdocs.commands.build").addFilter(
                lambda record: "'dirty' build" not in record.getMessage()
            )

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="taroky-")
        pages = [file.src_uri for file in files.documentation_pages()]
        try:
            self._produced: Produced = produce_apart(
                self._root(config), Path(config.docs_dir), pages, Path(self._folder.name)
            )
        except BuildError as error:
            raise PluginError(str(error)) from error
        for path in self._produced.generated:
            files.append(File.generated(config, path, content=self._produced.markdown[path]))
        for path, source in self._produced.assets.items():
            present = files.get_file_from_path(path)
            if present is not None:
                files.remove(present)
            files.append(File.generated(config, path, abs_src_path=source))
        if self._dirty:
            self._tell_changed(files, config)
        self._html: dict[str, str] = {}
        self._unsought: dict[str, list[str]] = {}
        return files

    def _tell_changed(self, files: Files, config: MkDocsConfig) -> None:
        """Let a dirty build draw again what differs from the last build, whatever the dates say:
        a page also changes with a rule table."""
        now = {**self._produced.markdown, "": Path(config.config_file_path).read_text("utf-8")}
        anew = now.keys() != self._last.keys() or now[""] != self._last[""]
        for path in self._produced.markdown:
            file = files.get_file_from_path(path)
            changed = anew or now[path] != self._last[path]
            if file is not None:
                setattr(file, "is_modified", lambda changed=changed: changed)  # noqa: B010
        self._last = now

    def on_page_read_source(self, *, page: Page, config: MkDocsConfig) -> str | None:
        path = page.file.src_uri
        text = self._produced.markdown.get(path)
        if text is None:
            return None
        text, html = verbatim.split(text)
        if html is not None:
            self._html[path] = html
        return text

    def on_page_content(
        self, html: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str | None:
        path = page.file.src_uri
        shown, self._unsought[path] = verbatim.take_out(
            self._html.get(path) or verbatim.unwrapped(html)
        )
        return shown

    def on_page_context(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext | None:
        # The search has read the page by now, see mkdocs.yml for the order of the plugins.
        page.content = verbatim.put_back(page.content or "", self._unsought[page.file.src_uri])
        return context

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        # The theme's search dialog has no accessible name.
        return output.replace('role="dialog">', 'role="dialog" aria-label="Search">', 1)

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        if self._folder is not None and not self._serving:
            self._folder.cleanup()
            self._folder = None
        try:
            theme.search_when_asked(Path(config.site_dir))
            search.complete(Path(config.site_dir))
        except BuildError as error:
            raise PluginError(str(error)) from error
        # The live reload of `mkdocs serve` is an inline script that no policy could name.
        if not self._serving:
            csp.protect(Path(config.site_dir))

    def on_shutdown(self) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def on_serve(
        self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any
    ) -> LiveReloadServer:
        for folder in WATCHED:
            path = self._root(config) / folder
            if path.exists():
                server.watch(str(path))
        return server

    def _root(self, config: MkDocsConfig) -> Path:
        if self.config.root:
            return Path(self.config.root)
        return Path(config.config_file_path).parent
