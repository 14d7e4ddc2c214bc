"""The MkDocs plugin: hooks that hand over to the rest of this package.

The only file that knows MkDocs; another site generator would cost this file and mkdocs.yml.
"""

from __future__ import annotations

import difflib
import json
import logging
import re
import tempfile
from collections.abc import Iterator
from html import escape, unescape
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import jinja2
from mkdocs.config import config_options
from mkdocs.config.base import Config, ConfigErrors, ConfigWarnings, ValidationError
from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext
from taroky_tutorials.page_parts.topics import topics

from taroky_build.assets import fonts
from taroky_build.errors import BuildError
from taroky_build.offline import precache
from taroky_build.pages import raw_html
from taroky_build.postprocess import csp, missing_page, page_weight, search, theme
from taroky_build.site_build.generate import Generated, Order, generate_in_child
from taroky_build.site_build.site_assets import SiteAssets

#: Folders below the root whose files go into the site besides docs/.
WATCHED = ("engine/taroky", "tutorials/taroky_tutorials", "build_scripts/taroky_build")
#: What every page of ours needs, in this order; a project may name some of it itself.
STYLES = (
    fonts.STYLES, "assets/css/base.css", "assets/css/table.css", "assets/css/pages.css",
    "assets/css/home.css", "assets/css/lesson.css", "assets/css/tools.css",
    "assets/css/calculators.css", "assets/css/house.css", "assets/css/comparison.css",
    "assets/css/sheets.css", "assets/css/play.css", "assets/css/print.css",
)  # fmt: skip
SCRIPT = "assets/js/main.js"
#: Shows the notes on words where no scripts run, by hundreds of rules that ask what stands where in
#: the whole page; no page is to be laid out with them that need not be.
NOTES = "assets/css/terms.css"
_SECTION = re.compile(
    r'(<nav class="md-nav" data-md-level="\d+") aria-labelledby="__nav_[\d_]+_label"'
    r'([^>]*>\s*<label class="md-nav__title" for="__nav_[\d_]+">\s*<span[^>]*></span>\s*)([^<>"]*\S)'
)
_NO_SKIP = re.compile(r'(<div data-md-component="skip">)\s*(</div>)')
_NOTE = 'class="tk-note'
#: The name of the meta element that tells scripts of a club's site which page has which house table's
#: rules, and which pages of rules and calculators there are.
HOUSES = "taroky-houses"
#: From so many characters on a page lists its sections on a phone.
_LONG = 60_000
_OF_RULES = re.compile(r"(reference|calculators)/[^/]+/")
_log = get_plugin_logger("taroky")


class TarokyConfig(Config):  # type: ignore[no-untyped-call]
    """Options of the plugin in mkdocs.yml; docs/clubs/plugin.md tells them to people."""

    rules = config_options.ListOfItems(config_options.Type(str), default=[])
    lessons = config_options.Type(bool, default=True)
    calculators = config_options.Type(bool, default=True)
    policy = config_options.Type(bool, default=True)
    offline = config_options.Type(bool, default=True)
    root = config_options.Optional(config_options.Dir(exists=True))


class TarokyPlugin(BasePlugin[TarokyConfig]):  # type: ignore[no-untyped-call]
    """Adds the generated pages, the browser's Python, the card art and the security policy."""

    def load_config(
        self, options: dict[str, Any], config_file_path: str | None = None
    ) -> tuple[ConfigErrors, ConfigWarnings]:
        """An option that there is not is an error, not a warning that nobody reads."""
        known = [name for name, _ in TarokyConfig._schema]
        for name in options:
            if name not in known:
                near = difflib.get_close_matches(name, known, n=1)
                hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}."
                return [(name, ValidationError(f"taroky has no such option; {hint}"))], []
        return super().load_config(options, config_file_path)

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Bring what our pages need into any project with Material."""
        if config.theme.name != "material":
            raise PluginError(
                f"taroky: the theme is {config.theme.name}; its pages need material "
                "(theme: {name: material})."
            )
        if not config.use_directory_urls:
            raise PluginError("taroky: its pages need use_directory_urls: true.")
        config.theme["font"] = (
            False  # ours are in our style sheets; the theme's come from elsewhere
        )
        config.extra_css[:0] = [path for path in STYLES if path not in config.extra_css]
        if SCRIPT not in map(str, config.extra_javascript):
            script = ExtraScriptValue(SCRIPT)
            script.type = "module"
            config.extra_javascript.append(script)
        return config

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        self._serving = command == "serve"
        self._dirty = dirty
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._made: SiteAssets | None = None
        self._placed: set[str] = set()
        self._last: dict[str, str] = {}
        if dirty:  # pages that are as they were are left alone, and we know which
            logging.getLogger("mkdocs.commands.build").addFilter(
                lambda record: "'dirty' build" not in record.getMessage()
            )

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="taroky-")
        pages = [file.src_uri for file in files.documentation_pages()]
        base, folder, root = self._base(config), self._folder.name, self.config.root or ""
        try:
            self._made = SiteAssets(base, root, Path(folder))
            self._produced: Generated = generate_in_child(
                Order(
                    str(base), config.docs_dir, pages, folder, root, self.config.rules,
                    self.config.lessons, self.config.calculators,
                )
            )  # fmt: skip
        except BuildError as error:
            raise PluginError(str(error)) from error
        for reason in self._produced.left_out:
            _log.info("left out for this table: %s", reason)
        for path in self._produced.generated:
            files.append(File.generated(config, path, content=self._produced.markdown[path]))
        for path, source in self._produced.assets.items():
            present = files.get_file_from_path(path)
            if present is not None:
                if Path(source).parent == Path(present.abs_src_path or "").parent:
                    continue  # the project's own site has it in docs/
                files.remove(present)
            files.append(File.generated(config, path, abs_src_path=source))
        if files.get_file_from_path(precache.MANIFEST) is None:
            about = precache.manifest(config.site_name, config.site_description or "")
            files.append(File.generated(config, precache.MANIFEST, content=about))
        config.nav = _with_lessons(config.nav, self._produced.courses)
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

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        self._urls = [file.url for file in files.documentation_pages()]
        maps = {file.url for file in map(files.get_file_from_path, self._produced.courses) if file}
        self._courses = list(_sections(nav.items, maps))
        return nav

    def on_env(
        self, env: jinja2.Environment, *, config: MkDocsConfig, files: Files
    ) -> jinja2.Environment:
        """Keep the theme's templates compiled; MkDocs makes a new environment for every build."""
        folder = self._base(config) / ".cache" / "templates"
        folder.mkdir(parents=True, exist_ok=True)
        env.bytecode_cache = jinja2.FileSystemBytecodeCache(str(folder))
        if self._dirty:
            self._keep_found(files, config)
        return env

    def _keep_found(self, files: Files, config: MkDocsConfig) -> None:
        """Let a dirty build find in all other pages what it found before. The theme's search puts
        away what it knew of one page only, whatever changed; it is kept from doing so here."""
        plugin: Any = config.plugins.get("material/search")
        known = getattr(plugin, "search_index_prev", None)
        if plugin is None or known is None:
            return
        pages = [file for file in files.documentation_pages() if file.page is not None]
        same = {file.page.url for file in pages if file.page and not file.is_modified()}
        plugin.search_index.entries += [
            entry for entry in known.entries if entry["location"].partition("#")[0] in same
        ]
        plugin.search_index_prev = None

    def on_page_read_source(self, *, page: Page, config: MkDocsConfig) -> str | None:
        path = page.file.src_uri
        text = self._produced.markdown.get(path)
        if text is None:
            return None
        text, html = raw_html.split(text)
        if html is not None:
            self._html[path] = html
        return text

    def on_page_content(
        self, html: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str | None:
        path = page.file.src_uri
        shown, self._unsought[path] = raw_html.take_out(
            self._html.get(path) or raw_html.unwrapped(html)
        )
        return shown

    def on_page_context(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext | None:
        for siblings, place, course in self._courses:
            siblings[place] = course if page in course.children else course.children[0]
        # The search has read the page by now, see mkdocs.yml for the order of the plugins.
        whole = raw_html.put_back(page.content or "", self._unsought[page.file.src_uri])
        sections = [(one.id, unescape(one.title)) for top in page.toc for one in top.children]
        if len(whole) > _LONG and len(sections) > 1:
            whole = whole.replace("</h1>", f"</h1>{topics(sections)}", 1)
        page.content = whole
        return context

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        if self._produced.houses is not None:
            told = escape(json.dumps(self._produced.houses), quote=True)
            pages = " ".join(url.rstrip("/") for url in self._urls if _OF_RULES.fullmatch(url))
            meta = f'<meta name="{HOUSES}" content="{told}" data-pages="{escape(pages)}">'
            output = output.replace("<head>", f"<head>{meta}", 1)
        if self._kept:
            root = "../" * page.url.count("/")
            output = output.replace("</head>", f"{precache.head(root)}</head>", 1)
        if _NOTE in output:
            link = f'<link rel="stylesheet" href="{"../" * page.url.count("/")}{NOTES}">'
            output = output.replace("</body>", f"<noscript>{link}</noscript></body>", 1)
        return _named(output)

    def on_post_template(self, output: str, *, template_name: str, config: MkDocsConfig) -> str:
        """The page for what is not there comes from the theme, and says what one can do."""
        if template_name == missing_page.TEMPLATE:
            root = urlsplit(config.site_url or "").path.rstrip("/") + "/"
            output = missing_page.helpful(output, root, self._urls)
        return _named(output) if template_name.endswith(".html") else output

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        assert self._made is not None
        try:
            self._placed = self._made.place(Path(config.site_dir), self._placed)
        except BuildError as error:
            raise PluginError(str(error)) from error
        if self._folder is not None and not self._serving:
            self._folder.cleanup()
            self._folder = None
        theme.list_pages(Path(config.site_dir), self._urls)
        for mend in (theme.mend, search.complete):
            try:
                mend(Path(config.site_dir))
            except BuildError as error:
                if self._produced.houses is None:
                    raise PluginError(str(error)) from error
                # A club may have another version of the theme: it goes without.
                _log.info("%s", error)
        if self._kept:
            precache.name_outcomes(Path(config.site_dir))
        if not self._serving:
            page_weight.slim(Path(config.site_dir))
        # The live reload of `mkdocs serve` is an inline script that no policy could name.
        if not self._serving and self.config.policy:
            csp.protect(Path(config.site_dir))
        if self._kept:
            precache.complete(Path(config.site_dir), config.site_url or "")
        else:
            precache.take_away(Path(config.site_dir))

    @property
    def _kept(self) -> bool:
        """Whether browsers are to keep the site: while it is written, they would show what was."""
        return self.config.offline and not self._serving

    def on_build_error(self, *, error: Exception) -> None:
        if self._made is not None:
            self._made.end()

    def on_shutdown(self) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def on_serve(
        self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any
    ) -> LiveReloadServer:
        root = Path(self.config.root or self._base(config))
        for path in [root / folder for folder in WATCHED]:
            if path.exists():
                server.watch(str(path))
        for entry in self.config.rules:
            if (self._base(config) / entry).is_file():
                server.watch(str(self._base(config) / entry))
        return server

    def _base(self, config: MkDocsConfig) -> Path:
        """The folder that mkdocs.yml is in."""
        return Path(config.config_file_path).parent


def _with_lessons(nav: Any, courses: dict[str, list[str]]) -> Any:
    """The navigation with the lessons of each course below its map: on a phone a lesson's page lists
    them. courses: their pages by that of the map."""
    if isinstance(nav, list):
        return [_with_lessons(entry, courses) for entry in nav]
    if not isinstance(nav, dict):
        return nav
    return {
        title: [{title: below}, *courses[below]]
        if isinstance(below, str) and below in courses
        else _with_lessons(below, courses)
        for title, below in nav.items()
    }


def _sections(items: list[Any], maps: set[str]) -> Iterator[tuple[list[Any], int, Section]]:
    """Every course in the navigation: the list that it is in, its place there, and itself. Only the one
    that a page belongs to lists its lessons; of the others there is their map."""
    for place, item in enumerate(items):
        if isinstance(item, Section):
            first = item.children[0]
            if isinstance(first, Page) and first.url in maps:
                yield items, place, item
            else:
                yield from _sections(item.children, maps)


def _named(output: str) -> str:
    """A page with what the theme leaves out: names for the search dialog and for the sections of the
    navigation that have a page of their own (they name themselves by a label without words), and a link past
    what all pages begin with, which the theme makes only where a page has a table of contents."""
    output = output.replace('role="dialog">', 'role="dialog" aria-label="Search">', 1)
    output = _SECTION.sub(r'\1 aria-label="\3"\2\3', output)
    if 'class="md-skip"' in output:
        return output
    output = output.replace("<article ", '<article id="content" ', 1)
    return _NO_SKIP.sub(r'\1<a href="#content" class="md-skip">Skip to content</a>\2', output, 1)
