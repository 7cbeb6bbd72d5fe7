"""Write the public pages that have changed into a folder, and delete those that are gone."""

import hashlib
import posixpath
import re
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from html import escape
from pathlib import Path
from urllib.parse import parse_qsl, urljoin, urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.urls import reverse
from django.utils.translation import gettext as _

from leagues.access.languages import Speaking, language_of_club
from leagues.dates import date_format
from leagues.live.news import OF_AN_EVENT
from leagues.live.revisions import next_moment, read_revisions
from leagues.models import Action, Club
from leagues.publishing.addresses import (
    PageAddress,
    file_of,
    link_to,
    public_url,
    read_address,
    static_path,
)
from leagues.publishing.html_copy import HtmlCopy
from leagues.publishing.manifest import Page, PublishedFiles, read_manifest
from leagues.publishing.problem import PublishProblem
from leagues.publishing.reader import (
    NOWHERE,
    PageAnswer,
    copy_address,
    expecting_missing_pages,
    read_page,
)

NOT_FOUND = "/404.html"
LOCK = ".publish-lock"
HTML = "text/html"
AS_OF = "{{as of}}"
CARRIED = "carried"
"""The stamp of a style sheet that pages carry: its name follows from its content."""
IN_CSS = re.compile(r"url\(\s*[\"']?([^\"')]+)[\"']?\s*\)|@import\s+[\"']([^\"']+)")
SCRIPTING = {
    "enabled": re.compile(r"\(scripting:\s*enabled\)"),
    "none": re.compile(r"\(scripting:\s*none\)"),
}
REDIRECTS = {301, 302, 307, 308}
GONE = {403, 404, 410}


@dataclass(frozen=True)
class PublishResult:
    files: int
    written: int
    deleted: int
    unreadable: tuple[str, ...]
    state: str


@dataclass(frozen=True)
class Stamps:
    """While a page's stamp is equal, the page is unchanged, as in ``leagues.live.news``."""

    common: str
    total: str
    events: dict[str, str]

    def of(self, path: str) -> str:
        if event := OF_AN_EVENT.match(path):
            return f"{self.common} {self.events.get(event[1], '')}"
        return f"{self.common} {self.total}"


def read_stamps(languages: Sequence[str]) -> Stamps:
    found = read_revisions()
    events = {slug: f"{each.revision} {each.is_open}" for slug, each in found.events.items()}
    around = (settings.RELEASE, settings.PUBLISH_URL, live_site(), *languages, found.language)
    return Stamps(
        f"{found.club} {digest_of(repr(around))}", digest_of(repr(sorted(events.items()))), events
    )


def digest_of(data: str | bytes) -> str:
    as_bytes = data.encode() if isinstance(data, str) else data
    return hashlib.blake2b(as_bytes, digest_size=9).hexdigest()


def live_site() -> str:
    """Return the address of the site for links to pages with forms. Empty in a hall's network."""
    return str(settings.BASE_URL) if settings.BASE_URL.startswith("https:") else ""


def chosen_languages(club: Club) -> list[str]:
    """Return the languages to publish in, the club's first."""
    home = language_of_club(club)
    others = [code for code, _name in settings.LANGUAGES if code != code_of(home)]
    return [home, *(others if club.publishes_all_languages else [])]


def publish(folder: Path, languages: Sequence[str], now: datetime) -> PublishResult:
    """Publish the site in these languages. The first one has no folder. Only one run at a time."""
    if not folder.is_dir():
        folder.mkdir(parents=True)
        folder.chmod(0o755)
    return Publication(read_manifest(folder), languages, now).run()


class Publication:
    """One run. It reads what may have changed, then writes and deletes."""

    def __init__(self, manifest: PublishedFiles, languages: Sequence[str], now: datetime) -> None:
        self.manifest = manifest
        self.languages = languages
        self.now = now
        self.stamps = read_stamps(languages)
        self.last_act = newest_act()
        self.fetched: dict[PageAddress, tuple[str, bytes]] = {}  # kind and packed body
        self.unchanged: dict[PageAddress, Page] = {}
        self.moved: dict[PageAddress, PageAddress] = {}
        self.queue: deque[PageAddress] = deque()
        self.seen: set[PageAddress] = set()
        self.styles: dict[str, str] = {}
        self.files: dict[PageAddress, str] = {}
        self.unreadable: set[PageAddress] = set()
        self.zone = ZoneInfo(Club.objects.get(is_home=True).zone)

    def run(self) -> PublishResult:
        before = self.manifest.pages
        with expecting_missing_pages():
            self.find_pages()
        made = dict(self.make_pages())
        pages = {file: page for file, (page, _data) in made.items()}
        pages |= {self.file(address): page for address, page in self.unchanged.items()}
        changed = [file for file in made if self.is_changed(before.get(file), made[file][0], file)]
        gone = before.keys() - pages.keys()
        if changed or gone:
            self.manifest.is_sent = False
        # What will be written is ours already, should this run be interrupted.
        self.manifest.pages = before | {file: Page(made[file][0].address) for file in changed}
        self.manifest.save()
        for file in changed:
            page, packed = made[file]
            self.manifest.write(file, self.dated(zlib.decompress(packed), page.address))
        for file in gone:
            self.manifest.delete(file)
        self.manifest.pages = pages
        self.manifest.last_act = self.last_act
        moment = next_moment(self.now)
        self.manifest.stamps_until = moment.isoformat() if moment else ""
        self.manifest.save()
        state = self.stamps.of("/")
        return PublishResult(
            len(pages),
            len(changed),
            len(gone),
            tuple(sorted(each.path for each in self.unreadable)),
            state,
        )

    def is_changed(self, before: Page | None, page: Page, file: str) -> bool:
        exists = (self.manifest.folder / file).exists()
        if before is None and exists:
            raise PublishProblem(
                _("This site didn’t write %(file)s in %(folder)s, so nothing was published.")
                % {"file": file, "folder": self.manifest.folder}
            )
        return before is None or before.digest != page.digest or not exists

    # --- Which pages there are ---------------------------------------------------------------

    def find_pages(self) -> None:
        known = self.known_pages()
        for language in self.languages:
            self.add(PageAddress("/", "", language))
            if settings.PUBLISH_URL:
                for path in ("/news.atom", "/sitemap.xml"):
                    self.add(PageAddress(path, "", language))
        if settings.PUBLISH_URL:
            self.add(PageAddress("/robots.txt", "", self.languages[0]))
        self.add(PageAddress(NOT_FOUND, "", self.languages[0]))
        while self.queue:
            self.visit(self.queue.popleft(), known)
            if not self.queue:
                self.visit_pages_with_dead_links()

    def known_pages(self) -> dict[PageAddress, Page]:
        """Return the pages that are unchanged while their stamp is equal; none after a moment at
        which pages change, and none after a restored backup, which repeats revisions.
        """
        until, act = self.manifest.stamps_until, self.manifest.last_act
        if (until and self.now >= datetime.fromisoformat(until)) or not is_known(act):
            return {}
        return {page.address: page for page in self.manifest.pages.values() if page.stamp}

    def add(self, address: PageAddress) -> None:
        if address not in self.seen:
            self.seen.add(address)
            self.queue.append(address)

    def visit(self, address: PageAddress, known: dict[PageAddress, Page]) -> None:
        page = known.get(address)
        stamps = {CARRIED, self.stamps.of(address.path)}
        if page and page.stamp in stamps and self.is_there(self.file(address)):
            self.leave(address, page)
        else:
            self.fetch(address)

    def leave(self, address: PageAddress, page: Page) -> None:
        self.unchanged[address] = page
        for link in page.links:
            self.add(self.manifest.pages[link].address)

    def is_there(self, file: str) -> bool:
        return (self.manifest.folder / file).exists()

    def visit_pages_with_dead_links(self) -> None:
        found = {self.file(address) for address in (*self.fetched, *self.unchanged)}
        for address, page in list(self.unchanged.items()):
            if not found.issuperset(page.links):
                del self.unchanged[address]
                self.fetch(address)

    def fetch(self, address: PageAddress) -> None:
        if address.path.startswith(static_path()):
            self.fetch_static(address)
            return
        answer = read_page(address)
        if answer.status in REDIRECTS:
            self.follow(address, answer)
        elif answer.status == (404 if address.path == NOT_FOUND else 200):
            self.keep(address, answer)
        elif answer.status not in GONE:
            self.unreadable.add(address)
            if earlier := self.manifest.pages.get(self.file(address)):
                self.leave(address, replace(earlier, stamp=""))
        if address.path == "/" and address not in self.fetched:
            raise PublishProblem(
                _("The front page can’t be read (%(status)s).") % {"status": answer.status}
            )

    def follow(self, address: PageAddress, answer: PageAnswer) -> None:
        target = self.target(answer.location, address)
        if isinstance(target, PageAddress):
            self.moved[address] = target
            self.add(target)

    def keep(self, address: PageAddress, answer: PageAnswer) -> None:
        self.fetched[address] = answer.kind, zlib.compress(answer.body, 1)
        if answer.kind.startswith(HTML):
            self.copy_page(address, answer.body, self.note_link, set())

    def fetch_static(self, address: PageAddress) -> None:
        name = address.path.removeprefix(static_path())
        found = finders.find(name)
        collected = Path(staticfiles_storage.path(name))
        file = collected if collected.is_file() else Path(str(found)) if found else None
        if file is None:
            return
        data = file.read_bytes()
        if name.endswith(".css"):
            text = data.decode()
            for link in links_in_css(text):
                self.add(PageAddress(urljoin(address.path, link)))
            data = without_scripting(text).encode()
        self.fetched[address] = "", zlib.compress(data, 1)

    # --- Where links lead --------------------------------------------------------------------

    def file(self, address: PageAddress) -> str:
        return file_of(address, self.languages[0])

    def target(self, raw: str, page: PageAddress) -> PageAddress | str | None:
        """Return the address that a link leads to, or the link if it leads to another site or
        another part of the page. None if it leads to a page of this site that isn't published.
        """
        here = copy_address()
        if raw.startswith(f"{NOWHERE}/"):
            return None
        for start in (here, f"webcal://{urlsplit(here).netloc}{urlsplit(here).path}"):
            if raw.startswith(f"{start}/"):
                raw = raw.removeprefix(start)
        if raw.startswith("#") or (not raw.startswith("/") and urlsplit(raw).scheme):
            return raw
        parts = urlsplit(urljoin(f"{page.path}?{page.query}", raw))
        if parts.netloc:
            return raw
        language = page.language
        if chosen := dict(parse_qsl(parts.query)).get("lang"):
            language = next((each for each in self.languages if code_of(each) == chosen), "")
            if not language:
                return None
        return read_address(parts.path, parts.query, language)

    def note_link(self, raw: str, page: PageAddress) -> str | None:
        target = self.target(raw, page)
        if isinstance(target, PageAddress):
            self.add(target)
        return raw

    def copy_page(
        self,
        address: PageAddress,
        body: bytes,
        rewrite: Callable[[str, PageAddress], str | None],
        links: set[str],
    ) -> str:
        copy = HtmlCopy(
            lambda raw: rewrite(raw, address),
            style_link=lambda name: self.link(f"{static_path()[1:]}{name}", address),
            note=self.note(address),
            languages=lambda: self.language_links(address),
            language_page=reverse("language"),
            has_address=bool(settings.PUBLISH_URL),
        )
        text = copy.copy(body.decode())
        for name, style in copy.styles.items():
            links.add(self.file(self.carry(name, style)))
        return text

    def carry(self, name: str, style: str) -> PageAddress:
        address = PageAddress(f"{static_path()}{name}")
        if address not in self.fetched:
            for link in links_in_css(style):
                self.add(PageAddress(link))
            text = without_scripting(style).replace(static_path(), "")
            self.fetched[address] = "", zlib.compress(text.encode(), 1)
        return address

    # --- Their copies ------------------------------------------------------------------------

    def make_pages(self) -> Iterator[tuple[str, tuple[Page, bytes]]]:
        """Yield each file that was read with its packed content."""
        self.files = {address: self.file(address) for address in (*self.fetched, *self.unchanged)}
        for moved, target in self.moved.items():
            if target in self.files:
                self.files[moved] = self.files[target]
        for address, (kind, packed) in self.fetched.items():
            links: set[str] = set()
            if kind.startswith(HTML):
                rewrite = partial(self.rewrite, links=links)
                text = self.copy_page(address, zlib.decompress(packed), rewrite, links)
                packed = zlib.compress(text.encode(), 1)
            data = zlib.decompress(packed)
            page = Page(address, self.stamp_of(address), digest_of(data), tuple(links))
            yield self.files[address], (page, packed)

    def stamp_of(self, address: PageAddress) -> str:
        if address.path.startswith(static_path()):
            return CARRIED if CARRIED in address.path else ""
        # A link to an unreadable page is missing: the next run reads what has it.
        return "" if self.unreadable else self.stamps.of(address.path)

    def rewrite(self, raw: str, page: PageAddress, *, links: set[str]) -> str | None:
        target = self.target(raw, page)
        if isinstance(target, str):
            return target
        file = self.files.get(target) if target else None
        fragment = f"#{part}" if (part := urlsplit(raw).fragment) else ""
        if file is None:
            leads_on = raw.startswith("/") and live_site()
            return f"{live_site()}{raw}" if leads_on else None
        links.add(file)
        if raw.startswith("webcal:"):
            return re.sub("^https?", "webcal", public_url(file))
        if "://" in raw:
            return public_url(file) + fragment
        return self.link(file, page) + fragment

    def link(self, file: str, page: PageAddress) -> str:
        """Return a link that works in any folder, and without a web server too."""
        if page.path == NOT_FOUND:  # shown at any address
            return f"{urlsplit(settings.PUBLISH_URL).path}/{link_to(file)}"
        start = posixpath.dirname(self.file(page))
        return link_to(posixpath.relpath(file, start or "."))

    def language_links(self, page: PageAddress) -> str:
        others = [page._replace(language=code) for code in self.languages if code != page.language]
        return " · ".join(
            f'<a lang="{code}" hreflang="{code}" href="{escape(self.link(self.files[other], page))}">'
            f"{escape(dict(settings.LANGUAGES)[code])}</a>"
            for other in others
            if (code := code_of(other.language)) and other in self.files
        )

    def note(self, page: PageAddress) -> str:
        with Speaking(page.language):
            text = _("As of %(time)s, published from the hall") % {"time": AS_OF}
        return f'<p class="soft">{escape(text)}</p>'

    def dated(self, data: bytes, page: PageAddress) -> bytes:
        with Speaking(page.language):
            here = self.now.astimezone(self.zone)
            return data.replace(AS_OF.encode(), date_format(here, "D j M, H:i").encode())


def code_of(language: str) -> str:
    """Return a language's code without the region of its dates."""
    return language.partition("-")[0]


def links_in_css(text: str) -> Iterator[str]:
    for found in IN_CSS.finditer(text):
        link = found[1] or found[2]
        if not link.startswith(("data:", "#")):
            yield urlsplit(link).path


def without_scripting(css: str) -> str:
    """Style for pages that have no scripts, also in browsers that could run some."""
    return SCRIPTING["none"].sub("all", SCRIPTING["enabled"].sub("not all", css))


def newest_act() -> str:
    newest = Action.objects.order_by("-pk").values_list("pk", "at").first()
    return f"{newest[0]} {newest[1].isoformat()}" if newest else ""


def is_known(act: str) -> bool:
    """Return whether the log has this act. It doesn't after a backup was restored."""
    pk, _space, at = act.partition(" ")
    return bool(pk) and Action.objects.filter(pk=pk, at=at).exists()
