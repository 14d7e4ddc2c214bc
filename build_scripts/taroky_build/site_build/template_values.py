"""What the templates in overrides/ ask for, as `taroky`: the words of the theme that we say in another way, and
what a page's head says to our scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jinja2
from taroky import rules
from taroky.messages import ENGLISH, given_name, say, speaking
from taroky_tutorials.page_parts.elements import Markup

from taroky_build.notices import writing
from taroky_build.offline import precache
from taroky_build.postprocess import missing_page, previews
from taroky_build.site_build import page_kinds
from taroky_build.site_build.editions import Edition
from taroky_build.site_build.settings import Settings

_OVERRIDES = Path(__file__).parent / "overrides"
#: Shows the notes on words where no scripts run, by hundreds of rules that ask what stands where in
#: the whole page; no page is to be laid out with them that need not be.
NOTES = "assets/css/terms.css"
_NOTE = 'class="tk-note'
_TAG = re.compile(r"<[^>]+>")
_OF_RULES = re.compile(r"(reference|calculators)/[^/]+/")
#: The theme's name for a text, and our message.
_WORDS = {"action.skip": "site.skip"}


def preview_site(settings: Settings, edition: Edition) -> previews.Site:
    """Return what all previews of links to an edition say."""
    alt = say("site.picture").text(edition.language)
    return previews.Site(settings.name, settings.address, edition.language, alt)


def add_templates(env: jinja2.Environment, folders: Sequence[str], own: str | None) -> None:
    """Let the theme's templates be ours where we have one of the same name, and find its own below `material/`.
    folders: those of its templates; own: the first of them if it is the project's, whose templates come before
    ours."""
    theme = [folder for folder in folders if folder != own]
    before = [own] if own else []
    env.loader = jinja2.ChoiceLoader(
        [
            jinja2.FileSystemLoader([*before, _OVERRIDES, *theme]),
            jinja2.PrefixLoader({"material": jinja2.FileSystemLoader(theme)}),
        ]
    )


def keep_compiled(env: jinja2.Environment, folder: Path) -> None:
    """Keep the compiled templates in a folder, for an environment that is made again for every build."""
    folder.mkdir(parents=True, exist_ok=True)
    env.bytecode_cache = jinja2.FileSystemBytecodeCache(str(folder))


@dataclass(frozen=True)
class TemplateValues:
    """The values for one page. url: the page's address; kept_offline: whether browsers keep the site; houses: on a
    club's site the pages of its house tables by their packed names; urls: the addresses of all pages by the folder
    of their edition; words: what our scripts say, as JSON, by the languages that they have to be told; version: that of the
    project if the page says it at its foot, else ""."""

    settings: Settings
    edition: Edition
    url: str
    kept_offline: bool
    houses: Mapping[str, str] | None
    urls: Mapping[str, Sequence[str]]
    words: Mapping[str, str]
    version: str

    @property
    def language(self) -> str:
        """The page's language."""
        return self.edition.language

    @property
    def is_english(self) -> bool:
        """Whether that is the language of the theme's own names."""
        return self.language == ENGLISH

    @property
    def to_root(self) -> str:
        """The way from the page to the site's root."""
        return "../" * self.url.count("/")

    def say(self, message: str) -> str:
        """A message in the page's language."""
        return say(message).text(self.language)

    def word(self, name: str) -> str:
        """Return our words for one of the theme's texts, by its name; "" where the theme says it."""
        return self.say(_WORDS[name]) if name in _WORDS else ""

    def offer(self, language: str) -> str:
        """Return the name of the link to the page in another language, in that language; "" for the page's own, and for
        one that is no edition of the site."""
        other_languages = {one.language for one in self.settings.editions} - {self.language}
        return say("site.offer").text(language) if language in other_languages else ""

    def title(self, page: Any) -> str:
        """The title of a page as windows and results of a search show it, with that of its game. page: MkDocs’s;
        None for the page that comes where there is none."""
        own = self._own_title(page)
        game = page_kinds.game_of(self._own_url, self.houses)
        with speaking(self.language):
            of_game = given_name(rules.load(game).title) if game else ""
        return previews.title(own, of_game, self.settings.name)

    def _own_title(self, page: Any) -> str:
        if page is None:
            return ""
        if page.meta.get("title"):
            return str(page.meta["title"])
        return "" if page.is_homepage else unescape(_TAG.sub("", page.title or ""))

    @property
    def _own_url(self) -> str:
        """The page's address below the folder of its edition."""
        return self.url.removeprefix(self.edition.folder)

    def preview(self, page: Any, description: str) -> Markup:
        """The elements in a page's head that previews of links are made from. page: as for `title`; description: the
        site's, for a page that has none."""
        if page is None:
            return Markup("")
        name = self.title(page) if self._own_url else self.settings.name
        about = str(page.meta.get("description") or description or "")
        picture = page_kinds.picture_of(self._own_url, self.houses)
        return previews.head(
            preview_site(self.settings, self.edition), name, about, self.url, picture
        )

    def with_addresses(self, head: str) -> str:
        """A page's head with absolute links to the other languages, where the site's address is known."""
        first = self.settings.editions[0].language
        return previews.with_addresses(head, self.settings.address, self.url, first)

    @property
    def games(self) -> list[tuple[str, str]]:
        """The games that have a page of rules here, as the folder of that page and a name, by names: the search shows
        one of them alone."""
        pages = (page_kinds.RULES.fullmatch(url) for url in self.urls[self.edition.folder])
        folders = [page["game"] for page in pages if page]
        games = {one: page_kinds.game_of(f"reference/{one}/", self.houses) for one in folders}
        with speaking(self.language):
            names = {one: given_name(rules.load(game).title) for one, game in games.items() if game}
        return sorted(names.items(), key=lambda item: item[1])

    @property
    def script_words(self) -> str:
        """The words of our scripts on a page that is not English, as JSON."""
        return self.words.get(self.language, "")

    @property
    def houses_json(self) -> str:
        """The house tables of a club's site as JSON."""
        return "" if self.houses is None else json.dumps(self.houses)

    @property
    def rule_pages(self) -> str:
        """The addresses of the pages of rules and calculators, with spaces between them."""
        return " ".join(url.rstrip("/") for url in self.urls[""] if _OF_RULES.fullmatch(url))

    @property
    def licences(self) -> str:
        """The address of the page about licences, as seen from the site's root; "" where there is none."""
        for folder in (self.edition.folder, ""):
            if writing.URL in self.urls[folder]:
                return f"{folder}{writing.URL}"
        return ""

    @property
    def contact(self) -> str:
        """The address of a message to those who make the site, "" where none is known."""
        contact = self.settings.contact
        return contact.message(self.settings.name) if contact else ""

    @property
    def offline_head(self) -> str:
        """The elements in a page's head for the site that browsers keep."""
        return precache.head(self.to_root, self.edition.folder) if self.kept_offline else ""

    def notes_styles(self, html: str) -> str:
        """The style sheet for the notes on words if there are any in the page, else ""."""
        return f"{self.to_root}{NOTES}" if _NOTE in html else ""

    @cached_property
    def missing_page(self) -> Markup:
        """The content of the page that comes where there is none: what one can do."""
        root = urlsplit(self.settings.address).path.rstrip("/") + "/"
        other_editions = {
            edition.language: (edition.folder, self.urls[edition.folder])
            for edition in self.settings.editions[1:]
        }
        return missing_page.content(root, self.urls[""], other_editions)
