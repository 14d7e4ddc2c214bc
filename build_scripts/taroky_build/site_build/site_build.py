"""One build of the site, from the written pages to the folder that a server shows: what the plugin's hooks ask
for, in the order in which they ask.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from threading import Thread

from taroky import rules, version
from taroky.messages import ENGLISH, given_name, say, speaking
from taroky.messages.catalogues import look_again
from taroky_tutorials.page_parts.spaces import with_spaces

from taroky_build import paths
from taroky_build.assets.bundle_scripts import words
from taroky_build.catalogues.compiling import compile_changed
from taroky_build.errors import BuildError
from taroky_build.offline import precache
from taroky_build.pages import raw_html, translated_pages
from taroky_build.postprocess import (
    contact,
    csp,
    page_weight,
    previews,
    search,
    search_engines,
    theme,
)
from taroky_build.site_build import editions, page_kinds
from taroky_build.site_build.editions import Edition
from taroky_build.site_build.generate import Generated, Generating, Order
from taroky_build.site_build.page_content import PageContent
from taroky_build.site_build.settings import Session, Settings
from taroky_build.site_build.site_assets import PAGE, PARTS, PYTHON, SiteAssets
from taroky_build.site_build.site_files import SiteFile, edition_files
from taroky_build.site_build.template_values import TemplateValues, preview_site

#: The pages, by their addresses in an edition, whose foot says the version. On all pages it would make
#: browsers that keep the site fetch every page again after every commit.
_WITH_VERSION = ("", "about/")


def compile_words(folder: Path, root: Path | None) -> None:
    """Let the words be those of a checkout's text files, whichever it was built from before. folder: where
    mkdocs.yml is; root: a checkout that it names. Raises BuildError."""
    checkout = paths.of_project(folder, root).root
    if checkout is not None and compile_changed(checkout):
        look_again()


def begin(settings: Settings, session: Session, pages: Sequence[str]) -> SiteBuild:
    """Begin a build: generate all pages, which takes every processor, and then let the assets be made while the
    pages are put into their templates, which takes one. pages: the paths of the written ones below docs/. Raises
    BuildError."""
    session.wait_for_python()
    generating = [
        Generating(_order(settings, session, edition, pages)) for edition in settings.editions
    ]
    generated = [one.wait() for one in generating]
    root = str(settings.root or "")
    assets = {part: SiteAssets(part, settings.folder, root, session.scratch) for part in PARTS}
    return SiteBuild(
        settings, session, assets, dict(zip(settings.editions, generated, strict=True))
    )


def _order(settings: Settings, session: Session, edition: Edition, pages: Sequence[str]) -> Order:
    return Order(
        folder=str(settings.folder),
        docs=str(settings.docs),
        pages=list(pages),
        target=str(session.scratch / edition.folder),
        root=str(settings.root or ""),
        rules=list(settings.rules),
        lessons=settings.lessons,
        calculators=settings.calculators,
        language=edition.language,
        first=settings.editions[0].language,
        wanted=settings.translate if edition.folder else "*",
    )


@dataclass
class SiteBuild:
    """A build whose pages are generated. urls: the addresses of each edition's pages as seen from its folder, by
    that folder, once all files of the site are known; excluded: the parts of each page that its search does not
    read, while it reads the others; rules: the rule points of each edition by its folder, and by their ids."""

    settings: Settings
    session: Session
    assets: Mapping[str, SiteAssets]
    generated: Mapping[Edition, Generated]
    urls: dict[str, list[str]] = field(default_factory=dict)
    excluded: dict[str, list[str]] = field(default_factory=dict)
    rules: dict[str, dict[str, previews.Rule]] = field(default_factory=dict)

    @property
    def first(self) -> Generated:
        """The pages and files generated for the edition at the site's root."""
        return self.generated[self.settings.editions[0]]

    @property
    def is_kept_offline(self) -> bool:
        """Whether browsers keep the site: while it is written, they would show what was."""
        return self.settings.offline and not self.session.serving

    @cached_property
    def texts(self) -> dict[str, str]:
        """The Markdown of every page by its path."""
        texts = {}
        for edition, generated in self.generated.items():
            for path, text in generated.markdown.items():
                if edition.folder:
                    text = editions.relinked(text, path, generated.markdown)
                text = precache.with_outcome_names(text, self._outcome_names[edition])
                texts[edition.path(path)] = text
        return texts

    @cached_property
    def _outcome_names(self) -> dict[Edition, dict[str, str]]:
        """The names of each edition's files of outcomes where browsers keep the site."""
        return {
            edition: precache.outcome_names(generated.assets) if self.is_kept_offline else {}
            for edition, generated in self.generated.items()
        }

    @cached_property
    def _untranslated(self) -> frozenset[str]:
        return frozenset(
            edition.path(path)
            for edition, generated in self.generated.items()
            for path in generated.untranslated
        )

    # -- files ---------------------------------------------------------------------------------------

    def files(self) -> Iterator[SiteFile]:
        """The files that the site has besides those in docs/."""
        for reason in self.first.left_out:
            self.session.report(f"left out for this table: {reason}")
        for edition, generated in self.generated.items():
            yield from edition_files(edition, generated, self.texts, self._outcome_names[edition])
        for edition in self.settings.editions:
            yield SiteFile(edition.path(precache.MANIFEST), self._manifest(edition), replaces=False)
        yield SiteFile("robots.txt", search_engines.robots(self.settings.address), replaces=False)

    def _manifest(self, edition: Edition) -> str:
        ours = edition.folder and self.first.houses is None
        description = say("site.description").text(edition.language) if ours else ""
        return precache.manifest(
            self.settings.name, description or self.settings.description, edition.to_root
        )

    def changed(self, config: str) -> set[str]:
        """The pages that differ from the last build, whatever the dates of their files say: a page also changes
        with a rule table. config: the text of mkdocs.yml."""
        before, now = self.session.texts, {**self.texts, "": config}
        self.session.texts = now
        if now.keys() != before.keys() or now[""] != before[""]:
            return set(self.texts)
        return {path for path, text in self.texts.items() if text != before[path]}

    def pages_of(self, edition: Edition) -> list[str]:
        """The paths of an edition's pages as seen from its folder."""
        return sorted(self.generated[edition].markdown)

    def note_urls(self, urls: Mapping[str, str]) -> None:
        """Keep the address of every page. urls: by the pages' paths."""
        self.urls = {edition.folder: [] for edition in self.settings.editions}
        for path, url in urls.items():
            folder = self.edition_of(path).folder
            self.urls[folder].append(url.removeprefix(folder) or "./")

    def edition_of(self, path: str) -> Edition:
        """The edition that a page belongs to."""
        there = [one for one in self.settings.editions if path.startswith(one.folder)]
        return max(there, key=lambda one: len(one.folder))

    # -- pages ---------------------------------------------------------------------------------------

    def markdown(self, path: str) -> str | None:
        """The Markdown of a page; of one that is HTML already its front matter. None if the page is not ours."""
        text = self.texts.get(path)
        return None if text is None else raw_html.split(text)[0]

    def searched_html(self, path: str, url: str, rendered: str) -> str:
        """The HTML of a page as its search reads it. rendered: what became of its Markdown."""
        html = raw_html.split(self.texts.get(path, ""))[1] or raw_html.unwrapped(rendered)
        content = self._content(path)
        html = content.linked(html, url, set(self.urls[content.edition.folder]), set(self.urls[""]))
        folder = content.edition.folder
        points = self.rules.setdefault(folder, {})
        for rule in previews.rules_on(html, url.removeprefix(folder)):
            points.setdefault(rule.id, rule)
        html = previews.with_way_to_rules(html, url.removeprefix(folder))
        shown, self.excluded[path] = raw_html.take_out(html)
        return shown

    def page_html(self, path: str, url: str, html: str, sections: Sequence[tuple[str, str]]) -> str:
        """The HTML of a page as it is shown, once its search has read it. sections: id and title of each."""
        html = self._content(path).shown(raw_html.put_back(html, self.excluded[path]), sections)
        settings = self.settings
        with speaking(self.edition_of(path).language):
            if settings.contact:
                game = self._game(url.removeprefix(self.edition_of(path).folder))
                about = {"game": game, "version": version.VERSION}
                html = contact.with_reports(html, settings.contact, about, settings.address + url)
                html = contact.for_houses(html, settings.contact)
            return with_spaces(contact.told(html, settings.contact, settings.name))

    def _game(self, url: str) -> str:
        """The title of the game that a page is about, or else the site's name. url: its address below its edition's
        folder."""
        game = page_kinds.game_of(url, self.first.houses)
        return given_name(rules.load(game).title) if game else self.settings.name

    def edit_url(self, path: str) -> str | None:
        """The address at which the text of a written page can be changed, None for a generated one or without a
        repository."""
        docs, edition = self.settings.docs, self.edition_of(path)
        own = path.removeprefix(edition.folder)
        translation = docs / translated_pages.beside(own, edition.language)
        file = translation if edition.folder and translation.exists() else docs / own
        if self.settings.contact is None or not file.exists():
            return None
        folders = [folder for folder in file.parents if (folder / ".git").exists()]
        root = folders[0] if folders else self.settings.folder
        return self.settings.contact.edit(file.relative_to(root).as_posix()) or None

    def _content(self, path: str) -> PageContent:
        first = self.settings.editions[0].language
        return PageContent(
            self.edition_of(path), first, is_translated=path not in self._untranslated
        )

    def template_values(self, path: str, url: str) -> TemplateValues:
        """Return the values that the templates in overrides/ ask for. path, url: those of a page, or "" and "" for a template that is
        none."""
        return TemplateValues(
            self.settings,
            self.edition_of(path),
            url,
            self.is_kept_offline and path != "",
            self.first.houses,
            self.urls,
            self._script_words,
            self._version_on(path, url),
        )

    def _version_on(self, path: str, url: str) -> str:
        with_version = path and url.removeprefix(self.edition_of(path).folder) in _WITH_VERSION
        return version.current() if with_version else ""

    @cached_property
    def _script_words(self) -> dict[str, str]:
        """The words of our scripts, as JSON, by the languages that they do not speak of themselves."""
        return {
            edition.language: json.dumps(words(edition.language), ensure_ascii=False)
            for edition in self.settings.editions
            if edition.language != ENGLISH
        }

    def alternates(self, path: str, url: str) -> list[dict[str, str]]:
        """The editions that a page is in, as the theme wants them named."""
        here = self.edition_of(path)
        own = path.removeprefix(here.folder)
        return [
            {
                "name": edition.name,
                "link": edition.path(url.removeprefix(here.folder)) or "./",
                "lang": edition.language,
            }
            for edition in self.settings.editions
            if own in self.generated[edition].markdown
        ]

    # -- the built site ------------------------------------------------------------------------------

    def finish(self) -> None:
        """Complete the site that was built. Raises BuildError."""
        site, session = self.settings.site, self.session
        self._place(PAGE)
        if session.serving:
            # a page can be looked at before Python answers in it
            session.placing = Thread(target=self._place_python_late, daemon=True)
            session.placing.start()
        else:
            self._place(PYTHON)
            session.clean_up()
        for folder, urls in self.urls.items():
            theme.list_pages(site / folder, urls)
        self._mend_theme()
        languages = {one.folder: one.language for one in self.settings.editions}
        if not session.serving:
            page_weight.slim(site)
        # The live reload of a site that is served is an inline script that no policy could name.
        if not session.serving and self.settings.policy:
            csp.protect(site)
        search_engines.without_empty_map(site)
        self._write_rules()
        if self.is_kept_offline:
            precache.complete(site, self.settings.address, languages)
        else:
            for folder in languages:
                precache.take_away(site / folder)

    def end(self) -> None:
        """Give up what is not made yet."""
        for part in self.assets.values():
            part.end()

    def _place(self, part: str) -> None:
        before = self.session.assets.get(part, set())
        self.session.assets[part] = self.assets[part].place(self.settings.site, before)

    def _write_rules(self) -> None:
        """Write the small pages of the rule points, which need no policy but their own."""
        for edition in self.settings.editions:
            about = preview_site(self.settings, edition)
            for rule in self.rules.get(edition.folder, {}).values():
                picture = page_kinds.picture_of(rule.page, self.first.houses)
                file = self.settings.site / edition.folder / previews.RULES / rule.id / "index.html"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(previews.rule_page(rule, about, edition.folder, picture), "utf-8")

    def _place_python_late(self) -> None:
        try:
            self._place(PYTHON)
        except BuildError as error:
            self.session.report(str(error))

    def _mend_theme(self) -> None:
        languages = {one.folder: one.language for one in self.settings.editions}
        for mend in (theme.mend, partial(search.complete, languages=languages)):
            try:
                mend(self.settings.site)
            except BuildError as error:
                if self.first.houses is None:
                    raise
                # A club may have another version of the theme: it goes without.
                self.session.report(str(error))
