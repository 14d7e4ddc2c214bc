"""Where people who find a mistake can write: links made from one address, that of a mailbox or of a repository.
Without an address there are none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from urllib.parse import quote, urlsplit

from taroky.messages import say
from taroky_tutorials.page_parts.elements import element, join
from taroky_tutorials.reference import report_links

from taroky_build.errors import BuildError

#: Where a page is to say how people reach those who make the site.
MARKER = "<!-- contact -->"
_MAIL = re.compile(r"[^@\s<>\"'()?&,;:]+@[\w-]+(?:\.[\w-]+)+")
_BRANCH = "main"
#: The place on a page where the browser draws house rules.
_DRAWN = 'class="tk-house"'


@dataclass(frozen=True)
class Contact:
    """An address: `name@example.org`, or a repository's without a stroke at its end."""

    address: str

    @property
    def is_mail(self) -> bool:
        """Whether it is a mailbox."""
        return _MAIL.fullmatch(self.address) is not None

    @property
    def _host(self) -> str:
        """The software of the repository's host: "github", "gitlab", or "" for Forgejo, Gitea and their like."""
        host = urlsplit(self.address).hostname or ""
        return next((name for name in ("github", "gitlab") if name in host), "")

    def message(self, title: str, text: str = "") -> str:
        """The address of a message or an issue that has begun: it is sent by hand."""
        if self.is_mail:
            lines = text.replace("\n", "\r\n")
            return f"mailto:{self.address}?{_query(subject=title, body=lines)}"
        if self._host == "gitlab":
            fields = _query(**{"issue[title]": title, "issue[description]": text})
            return f"{self.address}/-/issues/new?{fields}"
        return f"{self.address}/issues/new?{_query(title=title, body=text)}"

    def private(self, title: str) -> str:
        """The address of a message that only those read who make the site; "" where the host knows none."""
        if self.is_mail:
            return self.message(title)
        if self._host == "gitlab":
            return f"{self.message(title)}&{_query(**{'issue[confidential]': 'true'})}"
        return f"{self.address}/security/advisories/new" if self._host else ""

    def edit(self, path: str) -> str:
        """The address at which a file of the repository can be changed; "" for a mailbox."""
        if self.is_mail:
            return ""
        way = {"github": "edit", "gitlab": "-/edit"}.get(self._host, "_edit")
        return f"{self.address}/{way}/{_BRANCH}/{quote(path)}"


def read(text: str) -> Contact | None:
    """The address that a project names, None if it names none. Raises BuildError."""
    address = text.strip().removeprefix("mailto:").rstrip("/").removesuffix(".git")
    if not address:
        return None
    if _MAIL.fullmatch(address):
        return Contact(address)
    try:
        parts = urlsplit(address)
    except ValueError:
        parts = urlsplit("")
    is_plain = re.fullmatch(r"[^\s<>\"'?#@]+", address) and parts.hostname
    if parts.scheme == "https" and is_plain and parts.path.count("/") >= 2:
        return Contact(address)
    raise BuildError(
        f"contact: “{text[:80]}” is neither a mail address (club@example.org) nor the address of a repository "
        "(https://github.com/owner/name)."
    )


def _query(**fields: str) -> str:
    """These fields as an address has them, without those that are empty."""
    filled = {quote(name): quote(value, safe="") for name, value in fields.items() if value}
    return "&".join(f"{name}={value}" for name, value in filled.items())


def with_reports(html: str, contact: Contact, about: dict[str, str], page: str) -> str:
    """A page with a link beside the id of each rule, to say that the rule is wrong. about: `game` and `version`, which
    a message tells; page: the address of the page, as much as is known of it."""
    template = _template(contact)
    return report_links.with_reports(html, template, lambda point: f"{page}#{point}", **about)


def _template(contact: Contact) -> str:
    """The address of a message whose title and text are filled in later."""
    return contact.message(report_links.TITLE, report_links.TEXT)


def for_houses(html: str, contact: Contact) -> str:
    """A page on which the browser draws house rules: it puts such links there itself."""
    return html.replace(_DRAWN, f'{_DRAWN} data-report="{escape(_template(contact))}"')


def told(html: str, contact: Contact | None, site: str) -> str:
    """A page that says how to reach those who make the site, or nothing of it without an address. site: its name."""
    if MARKER not in html:
        return html
    return html.replace(MARKER, _ways(contact, site) if contact else "")


def _ways(contact: Contact, site: str) -> str:
    private = contact.private(f"{site}: {say('contact.security_title').text()}")
    sentences = [
        say("contact.mistake").text(),
        " ",
        element("a", say("contact.write").text(), href=contact.message(site)),
        ".",
    ]
    if private:
        link = element("a", say("contact.write_privately").text(), href=private)
        sentences += [" ", say("contact.security").text(), " ", link, "."]
    return element("p", join(*sentences), class_="tk-contact")
