"""A league that is set up, played and ended only through its pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from types import MappingProxyType
from typing import Any
from urllib.parse import urljoin, urlsplit
from uuid import uuid4

from django.test import Client
from django.urls import resolve
from django.utils import timezone

from leagues.actions.leagues.unplayed.deadlines import settle_all
from leagues.actions.people.links import give_link
from leagues.models import Entry, League, Match, Player
from leagues.reads.leagues.table.table_lines import league_lines
from scoring.sides import Seat
from tests.cast import Cast, Page
from tests.leagues.leagues.match_leagues import player_named
from tests.leagues.leagues.test_match_set_up import NEW, WHEN, send_screen

HREF = re.compile(r'\s(?:href|src|hx-get)="([^"#]+)')
OF_A_KIND = 1  # pages of one address pattern that are looked at
ELSEWHERE = frozenset({"account_logout", "set_language"})


@dataclass
class SeasonByPages:
    """A season whose organiser is Ann; every player has a personal link."""

    cast: Cast
    league: League
    links: dict[str, str] = field(default_factory=dict)

    @classmethod
    def set_up(
        cls,
        cast: Cast,
        kind: str,
        who: str,
        *,
        when: dict[str, Any] | None = None,
        name: str = "Winter league",
        **rules: Any,
    ) -> SeasonByPages:
        """Set a league up through the screens, with these answers on the one about its rules."""
        ann = cast.browser_of("ann")
        ann.post(f"{NEW}what/", {"kind": kind})
        dates = WHEN | {"nth": "1"} | (when or {})
        shown = ann.post(f"{NEW}when/", dates).context["form"]
        days = [day.isoformat() for day, is_night in shown.days if is_night]
        dates |= {"dates_of": shown.dates_mark, "day": days}
        follow_redirect(ann.post(f"{NEW}when/", dates))
        send_screen(ann, "where")
        screens = [
            ("divisions", {"text": who}),
            ("matches" if kind in ("matches", "pairs") else "rules", rules),
            ("review", {"name": name, "open": "1"}),
        ]
        for screen, fields in screens:
            follow_redirect(send_screen(ann, screen, fields))
        return cls(cast, League.objects.get(name=name))

    # --- Who and what ---------------------------------------------------------------------

    @property
    def ann(self) -> Client:
        """Ann's browser, signed in again each time: a season is longer than a session."""
        return self.cast.browser_of("ann")

    @property
    def home(self) -> str:
        return f"/desk/leagues/{self.league.slug}/"

    def own(self, name: str) -> str:
        """The address of a player's own page."""
        if name not in self.links:
            player = player_named(self.cast, name)
            self.links[name] = give_link(by=self.cast.who("ann"), player=player)
        return f"/me/{self.links[name]}/"

    def entry(self, name: str) -> Entry:
        return Entry.objects.get(event=self.league.event_id, players__name=name)

    def matches(self, one: str, other: str) -> list[Match]:
        """All matches between these two, in the order in which they were drawn."""
        found = Match.objects.filter(event=self.league.event_id, dated__isnull=False)
        for name in (one, other):
            found = found.filter(sides__players__name=name)
        return list(found.distinct().order_by("number"))

    def match(self, one: str, other: str, nth: int = 1) -> Match:
        return self.matches(one, other)[nth - 1]

    def seat(self, match: Match, name: str) -> Seat:
        return Seat(match.sides.get(players__name=name).seat)

    # --- What people do -------------------------------------------------------------------

    def post_act(self, name: str, match: Match, act: str, **fields: Any) -> Page:
        """Post an act about a player's match from their own page."""
        return Client().post(f"{self.own(name)}matches/{match.pk}/{act}/", fields)

    def result(self, one: str, other: str, result: str, nth: int = 1) -> None:
        """Player ``one`` enters the result, their own points first; the opponent accepts it."""
        mine, theirs = result.split("-")
        self.enters(one, self.match(one, other, nth), mine, theirs)

    def enters(self, name: str, match: Match, mine: str, theirs: str) -> None:
        picked = {"picked": f"{mine}-{theirs}", "mine": mine, "theirs": theirs}
        follow_redirect(self.post_act(name, match, "totals", key=str(uuid4()), **picked))

    def plays(self, *results: tuple[str, str, str]) -> None:
        for one, other, result in results:
            self.result(one, other, result)

    def desk(self, path: str, **fields: Any) -> Page:
        """Post a form of the league's desk as Ann."""
        return follow_redirect(self.ann.post(f"{self.home}{path}", fields))

    def decides(self, match: Match, act: str, **fields: Any) -> None:
        self.desk(f"matches/{match.number}/{act}/", **fields)

    def leaves(self, entry: Entry, *, usual: str) -> None:
        """Take an entry out, after a preview; ``usual`` is the way that the page proposes."""
        path = f"leave/{entry.pk}/"
        form = self.ann.get(f"{self.home}{path}").context["form"]
        assert form["way"].value() == usual
        fields = {"way": usual, "seen": form["seen"].value()}
        shown = self.ann.post(f"{self.home}{path}", fields)
        assert shown.status_code == 200, shown.status_code
        self.desk(path, shown=usual, **fields)

    def sits_in(self, match: Match, leaves: str, comes: str, span: str) -> None:
        keys = {"leaves": player_named(self.cast, leaves).pk}
        keys |= {"comes": player_named(self.cast, comes).pk}
        self.decides(match, "substitute", span=span, **keys)

    def time_passes(self) -> None:
        """Run the jobs that the site does when time has passed."""
        settle_all(now=timezone.now())

    # --- The end --------------------------------------------------------------------------

    def gives_awards(self) -> list[str]:
        """Give all suggested awards, and return them."""
        form = self.ann.get(f"{self.home}end/awards/").context["form"]
        self.desk("end/awards/", given=[each.key for each in form.choices])
        return sorted(str(award) for award in self.league.awards.all())

    def closes(self) -> None:
        mark = self.ann.get(f"{self.home}end/close/").context["mark"]
        self.desk("end/close/", seen=mark)
        self.league.refresh_from_db()

    def next_season(self, name: str) -> SeasonByPages:
        """Open the next season by the link of the page of the season's end."""
        links = HREF.findall(self.ann.get(f"{self.home}end/").text)
        [address] = {each for each in links if each.endswith("/next/")}
        follow_redirect(self.ann.post(address, {"name": name, "begins": "year"}))
        return SeasonByPages(self.cast, League.objects.get(name=name), self.links)

    def answer_invitation(self, *names: str, answer: str = "in") -> None:
        """Answer on their own pages whether they are in for the next season."""
        for name in names:
            address = f"{self.own(name)}seasons/{self.league.slug}/"
            follow_redirect(Client().post(address, {"answer": answer}))

    def plan(self, **changed: Any) -> Any:
        """The form with the groups of the coming season, after these changes."""
        address = f"{self.home}people/in/"
        shown = self.ann.get(address).context["form"]
        answers = {f.html_name: f.value() for f in shown if f.value() is not None}
        if not changed:
            return shown
        return self.ann.post(address, answers | changed).context["form"]

    def begins(self, **changed: Any) -> None:
        shown = self.ann.get(f"{self.home}people/in/").context["form"]
        answers = {f.html_name: f.value() for f in shown if f.value() is not None}
        self.desk("people/in/", **{**answers, **changed, "begin": "1"})
        self.league.refresh_from_db()

    # --- What there is to see -------------------------------------------------------------

    @property
    def table(self) -> list[str]:
        """A line for each entry of the table."""
        self.league.refresh_from_db()
        return [
            f"{line.division} {line.place} {line.name} {line.total}".strip()
            for line in league_lines(self.league)
        ]

    def main_pages(self) -> None:
        """Open the pages that show the current table and schedule."""
        slug, home = self.league.slug, self.home
        public = (f"/leagues/{slug}/", f"/api/v1/leagues/{slug}/table/")
        files = (f"/leagues/{slug}/files/season.csv", f"/leagues/{slug}/calendar.ics")
        desk = (home, f"{home}matches/", f"{home}log/", f"{home}end/")
        own = [self.own(name) for name in list(self.links)[:1]]
        ann = self.ann
        for address in (*public, *files, *desk, *own):
            page = ann.get(address)
            assert page.status_code < 400, f"{page.status_code} at {address}"

    def pages(self) -> int:
        """Every page that can be reached is answered; returns how many were looked at.

        From its desk, its public page, everybody's own page and the API, one of each kind.
        """
        slug, public = self.league.slug, self.league.get_absolute_url()
        desks = (f"/desk/leagues/{slug}/", f"/desk/events/{slug}/")
        seen = count_links(self.ann, self.home, public, within=desks)
        api = f"/api/v1/leagues/{self.league.slug}/"
        tables = [api, f"{api}table/", f"{api}nights/", f"{api}matches/"]
        seen += count_links(Client(), public, *tables, within=(slug,))
        own = Counter[str]()
        for name in list(self.links)[:3]:
            own += count_links(Client(), self.own(name), within=("/me/",), known=own)
        return sum((seen + own).values())


def follow_redirect(page: Page) -> Page:
    """Assert that a post succeeded: it redirects, and not to the sign-in page."""
    if page.status_code != 302 or page["Location"].startswith("/accounts/"):
        found = page.context and (page.context.get("form") or page.context.get("sent"))
        errors = found.errors if hasattr(found, "errors") else page.text[:500]
        raise AssertionError(f"{page.status_code}: {errors}")
    return page


def count_links(
    browser: Client,
    *begin: str,
    within: tuple[str, ...],
    known: Mapping[str, int] = MappingProxyType({}),
) -> Counter[str]:
    """Follow links from these pages to addresses that contain one of the words in ``within``.

    Kinds of page in ``known`` are left out. Returns how many pages of each kind were opened.
    """
    waiting, done, kinds = list(begin), set[str](), Counter[str]()
    while waiting:
        address = waiting.pop(0)
        path = urlsplit(address).path
        name = resolve(path).view_name
        if path in done or kinds[name] >= OF_A_KIND or name in ELSEWHERE:
            continue
        if name in known and address not in begin:
            continue
        done.add(path)
        page = browser.get(address)
        if page.status_code == 405:
            continue  # only sent to
        assert page.status_code < 400, f"{page.status_code} at {address}"
        kinds[name] += 1
        if page.streaming or not page["Content-Type"].startswith("text/html"):
            continue
        links = (urljoin(address, unescape(found)) for found in HREF.findall(page.text))
        waiting += [
            each for each in links if each.startswith("/") and any(word in each for word in within)
        ]
    return kinds


def find_player(name: str) -> Player:
    return Player.objects.get(name=name)
