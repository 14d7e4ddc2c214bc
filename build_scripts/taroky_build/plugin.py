"""The MkDocs plugin: hooks that hand over to the rest of this package.

The only file that knows MkDocs; another site generator would cost this file and mkdocs.yml.
"""

from __future__ import annotations

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
from mkdocs.structure.pages import Page

from taroky_build import csp, theme
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

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
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
        return files

    def on_page_read_source(self, *, page: Page, config: MkDocsConfig) -> str | None:
        return self._produced.markdown.get(page.file.src_uri)

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        # The theme's search dialog has no accessible name.
        return output.replace('role="dialog">', 'role="dialog" aria-label="Search">', 1)

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        self._folder.cleanup()
        try:
            theme.search_when_asked(Path(config.site_dir))
        except BuildError as error:
            raise PluginError(str(error)) from error
        # The live reload of `mkdocs serve` is an inline script that no policy could name.
        if not self._serving:
            csp.protect(Path(config.site_dir))

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
