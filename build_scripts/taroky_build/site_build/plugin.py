"""The MkDocs plugin: hooks that hand over to the rest of this package.

The only file that knows MkDocs; another site generator would cost this file and mkdocs.yml.
"""

from __future__ import annotations

import copy
import difflib
import json
import logging
import re
import tempfile
from collections.abc import Iterator
from functools import partial
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
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation, Section, get_navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url
from mkdocs.utils.templates import TemplateContext
from taroky import version
from taroky.messages import ENGLISH, say, speaking
from taroky.messages.catalogues import look_again
from taroky_tutorials.page_parts.topics import topics

from taroky_build import paths
from taroky_build.assets import fonts
from taroky_build.assets.bundle_scripts import words
from taroky_build.catalogues.compiling import compile_changed
from taroky_build.errors import BuildError
from taroky_build.offline import precache
from taroky_build.pages import raw_html, translated_pages
from taroky_build.postprocess import (
    csp,
    foreign_words,
    missing_page,
    page_weight,
    search,
    theme,
)
from taroky_build.site_build import editions
from taroky_build.site_build.editions import Edition
from taroky_build.site_build.generate import Generated, Generating, Order
from taroky_build.site_build.site_assets import SiteAssets

#: Folders below the root whose files go into the site besides docs/.
WATCHED = ("engine/taroky", "tutorials/taroky_tutorials", "build_scripts/taroky_build")
#: What every page of ours needs, in this order; a project may name some of it itself.
STYLES = (
    fonts.STYLES,
    "assets/css/base.css",
    "assets/css/table.css",
    "assets/css/pages.css",
    "assets/css/home.css",
    "assets/css/lesson.css",
    "assets/css/tools.css",
    "assets/css/calculators.css",
    "assets/css/house.css",
    "assets/css/comparison.css",
    "assets/css/sheets.css",
    "assets/css/play.css",
    "assets/css/print.css",
)
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
_STYLES = ".css"
#: The name of the meta element that tells scripts of a page in another language what they say.
WORDS = "taroky-words"
#: From so many characters on a page lists its sections on a phone.
_LONG = 60_000
#: What the theme says in English on every page.
_MADE_WITH = re.compile(r"Made with(\s+<a)")
_OF_RULES = re.compile(r"(reference|calculators)/[^/]+/")
#: The pages, by their addresses in an edition, whose foot says the version. On all pages it would make
#: browsers that keep the site fetch every page again after every commit.
_WITH_VERSION = ("", "about/")
_FOOT = '<div class="md-copyright">'
_log = get_plugin_logger("taroky")


class TarokyConfig(Config):  # type: ignore[no-untyped-call]
    """Options of the plugin in mkdocs.yml; docs/clubs/plugin.md tells them to people."""

    rules = config_options.ListOfItems(config_options.Type(str), default=[])
    lessons = config_options.Type(bool, default=True)
    calculators = config_options.Type(bool, default=True)
    policy = config_options.Type(bool, default=True)
    offline = config_options.Type(bool, default=True)
    languages = config_options.Type((str, list), default=ENGLISH)
    translate = config_options.Type(str, default="*")
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
        try:
            self._compile_words(config)
            self._editions = editions.editions(self.config.languages)
        except BuildError as error:
            raise PluginError(str(error)) from error
        config.theme["language"] = self._editions[0].language
        config.extra_css[:0] = [path for path in STYLES if path not in config.extra_css]
        if SCRIPT not in map(str, config.extra_javascript):
            script = ExtraScriptValue(SCRIPT)
            script.type = "module"
            config.extra_javascript.append(script)
        return config

    def _compile_words(self, config: MkDocsConfig) -> None:
        """Let the words be those of the text files of a checkout. Raises BuildError."""
        root = paths.of_project(self._base(config), self._named_root).root
        if root is not None and compile_changed(root):
            look_again()

    @property
    def _named_root(self) -> Path | None:
        return Path(self.config.root) if self.config.root else None

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
        base, folder, root = self._base(config), Path(self._folder.name), self.config.root or ""
        for file in files.documentation_pages():
            if translated_pages.language_of(file.src_uri, "") != "":
                files.remove(file)  # it is read as the translation of the page beside it
        pages = [file.src_uri for file in files.documentation_pages()]
        first = self._editions[0].language
        try:
            self._made = SiteAssets(base, root, folder)
            begun = [
                Generating(
                    Order(
                        str(base),
                        config.docs_dir,
                        pages,
                        str(folder / one.folder),
                        root,
                        self.config.rules,
                        self.config.lessons,
                        self.config.calculators,
                        one.language,
                        first,
                        self.config.translate if one.folder else "*",
                    )
                )
                for one in self._editions
            ]
            made = [one.wait() for one in begun]
        except BuildError as error:
            raise PluginError(str(error)) from error
        self._produced: Generated = made[0]
        self._markdown: dict[str, str] = {}
        self._nav: dict[str, Navigation] = {}
        self._pages: dict[str, list[str]] = {}
        self._untranslated: set[str] = set()
        for reason in self._produced.left_out:
            _log.info("left out for this table: %s", reason)
        for edition, generated in zip(self._editions, made, strict=True):
            self._take(files, config, edition, generated)
        for edition in self._editions:
            path = edition.path(precache.MANIFEST)
            if files.get_file_from_path(path) is None:
                ours = edition.folder and self._produced.houses is None
                told = say("site.description").text(edition.language) if ours else ""
                about = precache.manifest(
                    config.site_name, told or config.site_description or "", edition.to_root
                )
                files.append(File.generated(config, path, content=about))
        config.nav = _with_lessons(config.nav, self._produced.courses)
        if self._dirty:
            self._tell_changed(files, config)
        self._html: dict[str, str] = {}
        self._unsought: dict[str, list[str]] = {}
        return files

    def _take(self, files: Files, config: MkDocsConfig, edition: Edition, made: Generated) -> None:
        """Add what was made for an edition to the files of the site."""
        self._pages[edition.folder] = sorted(made.markdown)
        self._untranslated |= {edition.path(path) for path in made.untranslated}
        for path, text in made.markdown.items():
            if edition.folder:
                text = editions.relinked(text, path, made.markdown)
            there = edition.path(path)
            self._markdown[there] = text
            if edition.folder or path in made.generated:
                inclusion = (
                    InclusionLevel.NOT_IN_NAV if edition.folder else InclusionLevel.UNDEFINED
                )
                files.append(File.generated(config, there, content=text, inclusion=inclusion))
        for path, source in made.assets.items():
            if edition.folder and path.endswith(_STYLES):
                continue  # there are no words in it
            there = edition.path(path)
            present = files.get_file_from_path(there)
            if present is not None:
                if Path(source).parent == Path(present.abs_src_path or "").parent:
                    continue  # the project's own site has it in docs/
                files.remove(present)
            files.append(File.generated(config, there, abs_src_path=source))

    def _tell_changed(self, files: Files, config: MkDocsConfig) -> None:
        """Let a dirty build draw again what differs from the last build, whatever the dates say:
        a page also changes with a rule table."""
        now = {**self._markdown, "": Path(config.config_file_path).read_text("utf-8")}
        anew = now.keys() != self._last.keys() or now[""] != self._last[""]
        for path in self._markdown:
            file = files.get_file_from_path(path)
            changed = anew or now[path] != self._last[path]
            if file is not None:
                setattr(file, "is_modified", lambda changed=changed: changed)  # noqa: B010
        self._last = now

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        self._urls: dict[str, list[str]] = {one.folder: [] for one in self._editions}
        for file in files.documentation_pages():
            folder = self._edition(file.src_uri).folder
            self._urls[folder].append(file.url.removeprefix(folder) or "./")
        self._nav[""] = nav
        for edition in self._editions[1:]:
            self._nav[edition.folder] = self._navigation(edition, config, files)
        self._courses: list[tuple[list[Any], int, Section]] = []
        for edition in self._editions:
            found = [files.get_file_from_path(edition.path(one)) for one in self._produced.courses]
            maps = {file.url for file in found if file}
            self._courses += _sections(self._nav[edition.folder].items, maps)
        return nav

    def _navigation(self, edition: Edition, config: MkDocsConfig, files: Files) -> Navigation:
        """The navigation of an edition in a folder."""
        own = copy.copy(config)
        own.nav = editions.navigation(
            config.nav, edition, set(self._pages[edition.folder]), Path(config.docs_dir)
        )
        for path in self._pages[edition.folder]:
            file = files.get_file_from_path(edition.path(path))
            assert file is not None
            file.page = None
        nav = get_navigation(files, own)
        nav.homepage = nav.pages[0] if nav.pages else None
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
        text = self._markdown.get(path)
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
        whole = self._html.get(path) or raw_html.unwrapped(html)
        edition = self._edition(path)
        if edition.folder:
            own, first = (set(self._urls[one]) for one in (edition.folder, ""))
            whole = editions.shared(whole, page.url.removeprefix(edition.folder), own, first)
            whole = editions.named_links(whole, edition.language)
        if path in self._untranslated:
            whole = editions.untranslated(whole, edition.language, self._editions[0].language)
        shown, self._unsought[path] = raw_html.take_out(whole)
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
            with speaking(self._edition(page.file.src_uri).language):
                whole = whole.replace("</h1>", f"</h1>{topics(sections)}", 1)
        if self._edition(page.file.src_uri).language == ENGLISH:
            whole = foreign_words.marked(whole)
        page.content = whole
        if len(self._editions) > 1:
            self._in_edition(context, page, config)
        return context

    def _in_edition(self, context: TemplateContext, page: Page, config: MkDocsConfig) -> None:
        """Let the theme speak the language of a page's edition, and know where it is in the others."""
        edition = self._edition(page.file.src_uri)
        own, theme_ = copy.copy(config), copy.deepcopy(config.theme)
        path, url = (text.removeprefix(edition.folder) for text in (page.file.src_uri, page.url))
        own.extra = copy.copy(config.extra)
        own.extra["scope"] = get_relative_url(".", page.url)
        own.extra["alternate"] = [
            {"name": one.name, "link": one.path(url) or "./", "lang": one.language}
            for one in self._editions
            if path in self._pages[one.folder]
        ]
        if edition.folder:
            theme_["language"] = edition.language
            with speaking(edition.language):
                if self._produced.houses is None:
                    own.site_description = say("site.description").text()
                for one in theme_["palette"]:
                    one["toggle"]["name"] = say(f"site.{one['scheme']}").text()
            context["nav"] = self._nav[edition.folder]
            context["base_url"] = get_relative_url(edition.folder, page.url)
        own.theme = theme_
        context["config"] = own

    def _edition(self, path: str) -> Edition:
        """The edition that a page belongs to."""
        found = [one for one in self._editions if path.startswith(one.folder)]
        return max(found, key=lambda one: len(one.folder))

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        if self._produced.houses is not None:
            told = escape(json.dumps(self._produced.houses), quote=True)
            pages = " ".join(url.rstrip("/") for url in self._urls[""] if _OF_RULES.fullmatch(url))
            meta = f'<meta name="{HOUSES}" content="{told}" data-pages="{escape(pages)}">'
            output = output.replace("<head>", f"<head>{meta}", 1)
        edition = self._edition(page.file.src_uri)
        for other in self._editions:
            if other != edition:
                title = escape(say("site.offer").text(other.language), quote=True)
                head = f'hreflang="{other.language}">'
                output = output.replace(head, f'{head[:-1]} title="{title}">', 1)
        if edition.language != ENGLISH:
            made = escape(say("site.made_with").text(edition.language))
            output = _MADE_WITH.sub(lambda found: f'{made}{found[1]} lang="{ENGLISH}"', output, 1)
            told = escape(json.dumps(words(edition.language), ensure_ascii=False), quote=True)
            meta = f'<meta name="{WORDS}" content="{told}">'
            output = output.replace("</head>", f"{meta}</head>", 1)
        if page.url.removeprefix(edition.folder) in _WITH_VERSION:
            told = f'<div class="md-copyright__highlight">Taroky {version.current()}</div>'
            output = output.replace(_FOOT, f"{_FOOT}{told}", 1)
        if self._kept:
            head = precache.head("../" * page.url.count("/"), edition.folder)
            output = output.replace("</head>", f"{head}</head>", 1)
        if _NOTE in output:
            link = f'<link rel="stylesheet" href="{"../" * page.url.count("/")}{NOTES}">'
            output = output.replace("</body>", f"<noscript>{link}</noscript></body>", 1)
        with speaking(edition.language):
            return _named(output)

    def on_post_template(self, output: str, *, template_name: str, config: MkDocsConfig) -> str:
        """The page for what is not there comes from the theme, and says what one can do."""
        if template_name == missing_page.TEMPLATE:
            root = urlsplit(config.site_url or "").path.rstrip("/") + "/"
            output = missing_page.helpful(
                output,
                root,
                self._urls[""],
                {one.language: (one.folder, self._urls[one.folder]) for one in self._editions[1:]},
            )
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
        site, folders = Path(config.site_dir), [one.folder for one in self._editions]
        for folder, urls in self._urls.items():
            theme.list_pages(site / folder, urls)
        languages = {one.folder: one.language for one in self._editions}
        for mend in (theme.mend, partial(search.complete, languages=languages)):
            try:
                mend(site)
            except BuildError as error:
                if self._produced.houses is None:
                    raise PluginError(str(error)) from error
                # A club may have another version of the theme: it goes without.
                _log.info("%s", error)
        if self._kept:
            precache.name_outcomes(site, folders)
        if not self._serving:
            page_weight.slim(site)
        # The live reload of `mkdocs serve` is an inline script that no policy could name.
        if not self._serving and self.config.policy:
            csp.protect(site)
        if self._kept:
            spoken = {one.folder: one.language for one in self._editions}
            precache.complete(site, config.site_url or "", spoken)
        else:
            for folder in folders:
                precache.take_away(site / folder)

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
    search_ = say("site.search").text()
    output = output.replace('role="dialog">', f'role="dialog" aria-label="{search_}">', 1)
    output = _SECTION.sub(r'\1 aria-label="\3"\2\3', output)
    if 'class="md-skip"' in output:
        return output
    output = output.replace("<article ", '<article id="content" ', 1)
    skip = f'<a href="#content" class="md-skip">{say("site.skip").text()}</a>'
    return _NO_SKIP.sub(rf"\1{skip}\2", output, 1)
