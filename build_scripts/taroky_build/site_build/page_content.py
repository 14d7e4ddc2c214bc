"""What is done to the HTML of a page before the theme puts it into its template."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from taroky.messages import ENGLISH, speaking
from taroky_tutorials.lessons import lesson_files, translated
from taroky_tutorials.page_parts.topics import topics

from taroky_build.postprocess import foreign_words
from taroky_build.site_build import editions
from taroky_build.site_build.editions import Edition

#: From so many characters on a page lists its sections on a phone.
_LONG = 60_000


@dataclass(frozen=True)
class PageContent:
    """How the HTML of one page is changed. first: the language of the edition at the site's root; is_translated: no
    if the page is in that language."""

    edition: Edition
    first: str
    is_translated: bool

    def linked(self, html: str, url: str, own: Collection[str], first: Collection[str]) -> str:
        """The page with links that lead to what its edition has, or else to the first one's, and a line if not all of
        the edition is in its language. own, first: the addresses of all pages of these two."""
        edition = self.edition
        if edition.folder:
            html = editions.shared(html, url.removeprefix(edition.folder), own, first)
            html = editions.named_links(html, edition.language)
        if not self.is_translated:
            return editions.untranslated(html, edition.language, self.first)
        if translated.is_only_begun(edition.language, lesson_files.FOLDER):
            return html + editions.only_begun(edition.language)
        return html

    def shown(self, html: str, sections: Sequence[tuple[str, str]]) -> str:
        """The page with a list of its sections if it is long, and the Czech words of an English one marked."""
        if len(html) > _LONG and len(sections) > 1:
            with speaking(self.edition.language):
                html = html.replace("</h1>", f"</h1>{topics(sections)}", 1)
        return foreign_words.marked(html) if self.edition.language == ENGLISH else html
