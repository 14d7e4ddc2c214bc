"""The MkDocs plugin: hooks that hand over to a `SiteBuild`.

The only file that knows MkDocs; another site generator would cost this file and mkdocs.yml.
"""

from __future__ import annotations

import copy
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any, Literal

import jinja2
from mkdocs.commands import build as mkdocs_build
from mkdocs.config import config_options
from mkdocs.config.base import Config, ConfigErrors, ConfigWarnings, ValidationError
from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation, get_navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.theme import Theme
from mkdocs.utils import get_relative_url
from mkdocs.utils.templates import TemplateContext
from taroky.messages import ENGLISH, quoted, say
from taroky.messages.expected import suggestion

from taroky_build.errors import BuildError
from taroky_build.pages import translated_pages
from taroky_build.postprocess import contact
from taroky_build.site_build import editions, site_build, template_values
from taroky_build.site_build.build_progress import BuildProgress
from taroky_build.site_build.course_navigation import Course, courses, with_lessons
from taroky_build.site_build.editions import Edition
from taroky_build.site_build.settings import PYTHON_FOLDER, SCRIPT, STYLES, Session, Settings
from taroky_build.site_build.site_build import SiteBuild
from taroky_build.site_build.site_files import SiteFile

_log = get_plugin_logger("taroky")
#: The theme's name for the link to change a page.
_EDIT = "content.action.edit"


class TarokyConfig(Config):  # type: ignore[no-untyped-call]
    """Options of the plugin in mkdocs.yml; docs/clubs/plugin.md tells them to people."""

    rules = config_options.ListOfItems(config_options.Type(str), default=[])
    lessons = config_options.Type(bool, default=True)
    calculators = config_options.Type(bool, default=True)
    policy = config_options.Type(bool, default=True)
    offline = config_options.Type(bool, default=True)
    languages = config_options.Type((str, list), default=ENGLISH)
    translate = config_options.Type(str, default="*")
    contact = config_options.Type(str, default="")
    root = config_options.Optional(config_options.Dir(exists=True))


def _is_switch(value: Any) -> bool:
    return isinstance(value, bool)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


#: Whether a value fits an option, and what was expected where it does not: MkDocs itself speaks of classes.
_EXPECTED: dict[str, tuple[Callable[[Any], bool], str]] = {
    "rules": (
        _are_texts,
        "a list of rule sets and of files with house tables, such as [house.yaml]",
    ),
    "lessons": (_is_switch, "true or false"),
    "calculators": (_is_switch, "true or false"),
    "policy": (_is_switch, "true or false"),
    "offline": (_is_switch, "true or false"),
    "languages": (
        lambda value: _is_text(value) or _are_texts(value),
        "a list of languages, such as [en, cs]",
    ),
    "translate": (_is_text, "a pattern of pages, such as learn/*"),
    "contact": (_is_text, "the address of a mailbox or of a repository"),
    "root": (_is_text, "a folder"),
}


@dataclass
class ByEdition:
    """What differs from edition to edition, by their folders: the navigation, and the theme with the site's
    description; and the courses in all navigations."""

    navigations: dict[str, Navigation]
    themes: dict[str, tuple[Theme, str | None]]
    courses: list[Course]


class TarokyPlugin(BasePlugin[TarokyConfig]):  # type: ignore[no-untyped-call]
    """Adds the generated pages, the browser's Python, the card art and the security policy."""

    def __init__(self) -> None:
        self._session = Session()
        self._progress = BuildProgress()
        self._settings: Settings
        self._build: SiteBuild
        self._by_edition: ByEdition

    def load_config(
        self, options: dict[str, Any], config_file_path: str | None = None
    ) -> tuple[ConfigErrors, ConfigWarnings]:
        """An option that there is not is an error, not a warning that nobody reads."""
        known = [name for name, _ in TarokyConfig._schema]
        for name in options:
            if name not in known:
                hint = suggestion(str(name), known).text(ENGLISH)
                return [(name, ValidationError(f"taroky has no such option; {hint}"))], []
            if options[name] is not None and not _EXPECTED[name][0](options[name]):
                wrong = f"“{quoted(options[name])}”; expected {_EXPECTED[name][1]}"
                return [(name, ValidationError(f"taroky cannot use {wrong}."))], []
        return super().load_config(options, config_file_path)

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        self._session = Session(command == "serve", dirty, _log.info)
        self._progress = BuildProgress()
        if dirty:  # pages that are as they were are left alone, and we know which
            logging.getLogger(mkdocs_build.__name__).addFilter(_is_no_warning_of_dirty_builds)

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        self._progress.begin()
        _demand_material(config)
        with _errors_of_mkdocs():
            folder, root = Path(config.config_file_path).parent, self.config.root
            site_build.compile_words(folder, Path(root) if root else None)  # they say the languages
            self._settings = self._settings_of(config)
        _add_ours(config, self._settings.editions[0].language)
        if self._settings.contact:
            _offer_changes(config)
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        _remove_translations(files)
        pages = [file.src_uri for file in files.documentation_pages()]
        with _errors_of_mkdocs():
            self._build = site_build.begin(self._settings, self._session, pages)
        for file in self._build.files():
            _put(files, config, file)
        config.nav = with_lessons(config.nav, self._build.first.courses)
        if self._session.dirty:
            _tell_changed(files, self._build, Path(config.config_file_path).read_text("utf-8"))
        return files

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        self._progress.count(len(files.documentation_pages()))
        self._build.note_urls({file.src_uri: file.url for file in files.documentation_pages()})
        self._by_edition = _by_edition(nav, self._build, config, files)
        return nav

    def on_env(
        self, env: jinja2.Environment, *, config: MkDocsConfig, files: Files
    ) -> jinja2.Environment:
        template_values.add_templates(env, config.theme.dirs, config.theme.custom_dir)
        template_values.keep_compiled(env, self._settings.folder / ".cache" / "templates")
        if self._session.dirty:
            _keep_searchable(files, config)
        return env

    def on_page_read_source(self, *, page: Page, config: MkDocsConfig) -> str | None:
        return self._build.markdown(page.file.src_uri)

    def on_page_content(
        self, html: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str | None:
        return self._build.searched_html(page.file.src_uri, page.url, html)

    def on_page_context(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext | None:
        self._progress.page()
        # The search has read the page by now, see mkdocs.yml for the order of the plugins.
        for course in self._by_edition.courses:
            course.show_for(page)
        sections = [(one.id, unescape(one.title)) for top in page.toc for one in top.children]
        page.content = self._build.page_html(
            page.file.src_uri, page.url, page.content or "", sections
        )
        return self._with_values(context, page, config)

    def on_template_context(
        self, context: TemplateContext, *, template_name: str, config: MkDocsConfig
    ) -> TemplateContext:
        return self._with_values(context, None, config)

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        with _errors_of_mkdocs():
            self._build.finish()
        self._progress.end()

    def on_build_error(self, *, error: Exception) -> None:
        self._progress.end()
        if hasattr(self, "_build"):
            self._build.end()

    def on_shutdown(self) -> None:
        self._session.clean_up()

    def on_serve(
        self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any
    ) -> LiveReloadServer:
        for path in self._settings.watched():
            server.watch(str(path))
        _serve_python_late(server, self._session)
        return server

    def _settings_of(self, config: MkDocsConfig) -> Settings:
        options = self.config
        return Settings(
            folder=Path(config.config_file_path).parent,
            docs=Path(config.docs_dir),
            site=Path(config.site_dir),
            name=config.site_name,
            description=config.site_description or "",
            address=config.site_url or "",
            editions=tuple(editions.editions(options.languages)),
            root=Path(options.root) if options.root else None,
            rules=tuple(options.rules),
            lessons=options.lessons,
            calculators=options.calculators,
            policy=options.policy,
            offline=options.offline,
            translate=options.translate,
            contact=contact.read(options.contact),
        )

    def _with_values(
        self, context: TemplateContext, page: Page | None, config: MkDocsConfig
    ) -> TemplateContext:
        """Give the templates what ours ask for, in the language of the page's edition."""
        path, url = (page.file.src_uri, page.url) if page else ("", "")
        values: dict[str, Any] = {"taroky": self._build.template_values(path, url)}
        if page and not page.edit_url:
            page.edit_url = self._build.edit_url(path)
        if page and not page.toc.items:
            page.toc = _WITHOUT_HEADINGS
        if page and len(self._settings.editions) > 1:
            values |= self._in_edition(page, config)
        context.update(values)  # type: ignore[typeddict-item]
        return context

    def _in_edition(self, page: Page, config: MkDocsConfig) -> dict[str, Any]:
        """Return the values that let the theme speak the language of a page's edition, and know where it is in the others."""
        path, url = page.file.src_uri, page.url
        edition = self._build.edition_of(path)
        own = copy.copy(config)
        own.theme, own.site_description = self._by_edition.themes[edition.folder]
        own.extra = copy.copy(config.extra)
        own.extra["scope"] = get_relative_url(".", url)
        own.extra["alternate"] = self._build.alternates(path, url)
        if not edition.folder:
            return {"config": own}
        nav = self._by_edition.navigations[edition.folder]
        return {"config": own, "nav": nav, "base_url": get_relative_url(edition.folder, url)}


#: The table of contents of a page that has none: the theme makes the link past what all pages begin with to the
#: first heading, here to the page's content.
_WITHOUT_HEADINGS = TableOfContents([AnchorLink("", "content", 1)])


@contextmanager
def _errors_of_mkdocs() -> Iterator[None]:
    """Within this block our errors are those that MkDocs tells in one sentence."""
    try:
        yield
    except BuildError as error:
        raise PluginError(str(error)) from error


def _serve_python_late(server: LiveReloadServer, session: Session) -> None:
    """Let who asks for the browser's Python wait until it is there; pages are shown before that."""
    serve = server.serve_request

    def wait(environ: dict[str, Any], start_response: Any) -> Any:
        if PYTHON_FOLDER in environ["PATH_INFO"]:
            session.wait_for_python()
        return serve(environ, start_response)

    server.set_app(wait)


def _is_no_warning_of_dirty_builds(record: logging.LogRecord) -> bool:
    return "'dirty' build" not in record.getMessage()


def _demand_material(config: MkDocsConfig) -> None:
    if config.theme.name != "material":
        raise PluginError(
            f"taroky: the theme is {config.theme.name}; its pages need material "
            "(theme: {name: material})."
        )
    if not config.use_directory_urls:
        raise PluginError("taroky: its pages need use_directory_urls: true.")


def _add_ours(config: MkDocsConfig, language: str) -> None:
    """Bring what our pages need into any project with Material."""
    # our fonts are in our style sheets; the theme's come from elsewhere
    config.theme["font"] = False
    config.theme["language"] = language
    config.extra_css[:0] = [path for path in STYLES if path not in config.extra_css]
    if SCRIPT not in map(str, config.extra_javascript):
        script = ExtraScriptValue(SCRIPT)
        script.type = "module"
        config.extra_javascript.append(script)


def _offer_changes(config: MkDocsConfig) -> None:
    """Let the theme show the link to change a page where a page has one."""
    features = config.theme["features"] or []
    if _EDIT not in features:
        config.theme["features"] = [*features, _EDIT]


def _remove_translations(files: Files) -> None:
    """Each is read as the translation of the page beside it."""
    for file in files.documentation_pages():
        if translated_pages.language_of(file.src_uri, "") != "":
            files.remove(file)


def _put(files: Files, config: MkDocsConfig, file: SiteFile) -> None:
    """Add a file of ours to those of the site."""
    present = files.get_file_from_path(file.path)
    if present is not None:
        if not file.replaces or file.is_in(Path(present.abs_src_path or "").parent):
            return  # the project's own site has it in docs/
        files.remove(present)
    inclusion = InclusionLevel.UNDEFINED if file.in_nav else InclusionLevel.NOT_IN_NAV
    made_from = {"content": file.content} if file.source == "" else {"abs_src_path": file.source}
    files.append(File.generated(config, file.path, inclusion=inclusion, **made_from))


def _tell_changed(files: Files, build: SiteBuild, config: str) -> None:
    """Let a dirty build draw again what differs from the last build. config: the text of mkdocs.yml."""
    changed = build.changed(config)
    for path in build.texts:
        file = files.get_file_from_path(path)
        if file is not None:
            setattr(file, "is_modified", lambda is_modified=path in changed: is_modified)  # noqa: B010


def _keep_searchable(files: Files, config: MkDocsConfig) -> None:
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


def _by_edition(nav: Navigation, build: SiteBuild, config: MkDocsConfig, files: Files) -> ByEdition:
    navigations, listed = {"": nav}, list[Course]()
    for edition in build.settings.editions:
        if edition.folder:
            navigations[edition.folder] = _navigation(edition, build, config, files)
        maps = [files.get_file_from_path(edition.path(path)) for path in build.first.courses]
        urls = {file.url for file in maps if file}
        listed += courses(navigations[edition.folder].items, urls)
    themes = {one.folder: _theme_in(one, build, config) for one in build.settings.editions}
    return ByEdition(navigations, themes, listed)


def _navigation(
    edition: Edition, build: SiteBuild, config: MkDocsConfig, files: Files
) -> Navigation:
    """The navigation of an edition in a folder."""
    own, pages = copy.copy(config), build.pages_of(edition)
    own.nav = editions.navigation(config.nav, edition, set(pages), Path(config.docs_dir))
    for path in pages:
        file = files.get_file_from_path(edition.path(path))
        assert file is not None
        file.page = None
    nav = get_navigation(files, own)
    nav.homepage = nav.pages[0] if nav.pages else None
    return nav


def _theme_in(edition: Edition, build: SiteBuild, config: MkDocsConfig) -> tuple[Theme, str | None]:
    """The theme as it is set for an edition, and what the site says of itself in its language."""
    theme, description = copy.deepcopy(config.theme), config.site_description
    if edition.folder:
        theme["language"] = edition.language
        if build.first.houses is None:
            description = say("site.description").text(edition.language)
        for one in theme["palette"]:
            one["toggle"]["name"] = say(f"site.{one['scheme']}").text(edition.language)
    return theme, description
