"""Fixtures for tests of phones: matches without any rounds yet, and the passes that open them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.core.signing import Signer
from playwright.sync_api import Browser, BrowserContext, Page

from leagues.access.phone_passes import Chose, Pass, WayIn
from scoring.presets import PRESETS
from scoring.rules_card import OPTIONS
from scoring.serialization import to_dict
from tests.browser.conftest import Watch, demo_club
from tests.served import Site, begin_again

UNTOUCHED = """
    SELECT match.id, match.number, event.slug, match.first
    FROM leagues_match AS match
    JOIN leagues_event AS event ON event.id = match.event_id
    WHERE match.state = 'planned' AND event.slug = 'millrace-open'
    AND match.board_id IS NOT NULL
    AND 2 = (SELECT count(*) FROM leagues_matchside WHERE match_id = match.id)
    ORDER BY match.number DESC
"""
AT_MOST = 2  # matches that one test plays
AWAY = "net::ERR_INTERNET_DISCONNECTED"
# What Chromium says where a service worker's script was on its way as the network went.
WORKER_CUT_SHORT = "An unknown error occurred when fetching the script"
PHONE = {"viewport": {"width": 390, "height": 700}, "has_touch": True}


@dataclass
class Hall:
    """The demo's event, as the organiser sets it, with matches for tests to play."""

    site: Site
    taken: set[int] = field(default_factory=set)
    phones: Phones | None = None

    def put_phones_away(self) -> None:
        """Close the phones before a change that no real hall has while they are open."""
        if self.phones is not None:
            self.phones.close()

    def ask(self, question: str, *facts: object) -> list[tuple[object, ...]]:
        path = self.site.data_dir / "twenties.sqlite3"
        with closing(sqlite3.connect(path, timeout=20)) as rows, rows:
            return rows.execute(question, facts).fetchall()

    def trust(self, trust: str) -> None:
        self.ask("UPDATE leagues_event SET trust = ? WHERE slug = 'millrace-open'", trust)

    @contextmanager
    def before_the_next_stage(self) -> Iterator[None]:
        """Close the next stage for a while, so that no later match depends on a result here."""
        event = "(SELECT id FROM leagues_event WHERE slug = 'millrace-open')"
        later = f"leagues_stage SET opened_at = ? WHERE number = 2 AND event_id = {event}"
        ((opened,),) = self.ask(
            f"SELECT opened_at FROM leagues_stage WHERE number = 2 AND event_id = {event}"
        )
        self.ask(f"UPDATE {later}", None)
        try:
            yield
        finally:
            self.ask(f"UPDATE {later}", opened)

    def clear(self) -> None:
        """Take the played matches off their boards, so that others can be called there."""
        played = ", ".join(map(str, self.taken)) or "NULL"
        self.ask(f"UPDATE leagues_match SET board_id = NULL WHERE id IN ({played})")

    @contextmanager
    def playing_by(self, sheet: str, *options: str, match: str = "") -> Iterator[None]:
        """Give every match of the event another rule sheet for a while."""
        event = "FROM leagues_event WHERE slug = 'millrace-open'"
        ((rules,),) = self.ask(f"SELECT rules {event}")
        formats = self.ask(
            f"SELECT match_format, id FROM leagues_stage WHERE event_id = (SELECT id {event})"
        )
        kept = {
            "preset": sheet,
            "rule": PRESETS[sheet].rule.to_dict(),
            "options": [to_dict(OPTIONS[option]) for option in options],
        }
        change = "UPDATE leagues_event SET rules = ? WHERE slug = 'millrace-open'"
        self.ask(change, json.dumps(kept))
        named = json.dumps({"name": match} if match else {})
        for _, stage in formats:
            self.ask("UPDATE leagues_stage SET match_format = ? WHERE id = ?", named, stage)
        try:
            yield
        finally:
            self.put_phones_away()
            self.ask(change, rules)
            for kept_format, stage in formats:
                self.ask(
                    "UPDATE leagues_stage SET match_format = ? WHERE id = ?", kept_format, stage
                )

    def untouched(self) -> list[tuple[object, ...]]:
        return [each for each in self.ask(UNTOUCHED) if each[0] not in self.taken]

    def match(self) -> Sitting:
        """A match without rounds, which no other test gets."""
        pk, number, slug, first = self.untouched()[0]
        assert isinstance(pk, int)
        self.taken.add(pk)
        return Sitting(self, pk, f"/events/{slug}/matches/{number}/", first)

    def keep_matches(self, club: Path) -> None:
        """Where the tests before have played them all, the evening begins again."""
        if len(self.untouched()) < AT_MOST:
            begin_again(self.site, club)
            self.taken.clear()


@dataclass(frozen=True)
class Sitting:
    """A match that a test plays."""

    hall: Hall
    pk: int
    page: str
    first: object

    def address(self, seat: int | Chose = Chose.UNCHOSEN) -> str:
        """The address at which the phone of a side enters this match."""
        return self._signed(Pass(WayIn.CODE, self.pk, self.pk, seat))

    def scanned(self, seat: int) -> str:
        """The same address for a phone that scanned the label of the board."""
        ((board, label),) = self.hall.ask(
            "SELECT board.id, board.label_number FROM leagues_board AS board "
            "JOIN leagues_match AS match ON match.board_id = board.id "
            "WHERE match.id = ?",
            self.pk,
        )
        assert isinstance(board, int)
        assert isinstance(label, int)
        return self._signed(Pass(WayIn.LABEL, board, self.pk, seat, label))

    def call(self) -> int:
        """Call the match to another, free board, and return its number."""
        free = (
            "SELECT id FROM leagues_board AS board WHERE id <> leagues_match.board_id "
            "AND NOT EXISTS (SELECT 1 FROM leagues_match AS other "
            "WHERE other.board_id = board.id AND other.state IN ('called', 'playing'))"
        )
        self.hall.ask(
            f"UPDATE leagues_match SET board_id = ({free} ORDER BY number LIMIT 1), "
            "state = CASE state WHEN 'planned' THEN 'called' ELSE state END "
            "WHERE id = ?",
            self.pk,
        )
        ((number,),) = self.hall.ask(
            "SELECT number FROM leagues_board WHERE id = "
            "(SELECT board_id FROM leagues_match WHERE id = ?)",
            self.pk,
        )
        assert isinstance(number, int)
        return number

    def _signed(self, held: Pass) -> str:
        secret = (self.hall.site.data_dir / "secret-key").read_text().strip()
        signed = Signer(key=secret, salt="leagues.passes", sep=".").sign(held.plain)
        return f"{self.hall.site.url}/play/{signed}/"

    @contextmanager
    def with_a_third(self) -> Iterator[None]:
        """Add a third side, from another event, to the match for a while."""
        self.hall.ask(
            "INSERT INTO leagues_matchside (match_id, seat, points, by_game) "
            "VALUES (?, 2, 0, '[]')",
            self.pk,
        )
        self.hall.ask(
            "INSERT INTO leagues_sideentry (side_id, pairing_round_id, entry_id) "
            "SELECT side.id, match.pairing_round_id, "
            "(SELECT entry.id FROM leagues_entry AS entry JOIN leagues_event AS event "
            "ON event.id = entry.event_id WHERE event.slug = 'weekly-league' LIMIT 1) "
            "FROM leagues_matchside AS side JOIN leagues_match AS match "
            "ON match.id = side.match_id WHERE match.id = ? AND side.seat = 2",
            self.pk,
        )
        try:
            yield
        finally:
            self.hall.put_phones_away()
            self._alone_again()

    def _alone_again(self) -> None:
        for kept in (
            "leagues_roundreport WHERE match_id = ?",
            "leagues_round WHERE match_id = ?",
            "leagues_sideentry WHERE side_id IN "
            "(SELECT id FROM leagues_matchside WHERE match_id = ? AND seat = 2)",
            "leagues_matchside WHERE seat = 2 AND match_id = ?",
        ):
            self.hall.ask(f"DELETE FROM {kept}", self.pk)
        self.hall.ask("UPDATE leagues_match SET state = 'planned' WHERE id = ?", self.pk)

    def kept_rounds(self) -> list[tuple[object, ...]]:
        """The stored rounds of the match: (number, state, points)."""
        return self.hall.ask(
            "SELECT number, state, points FROM leagues_round WHERE match_id = ? "
            "ORDER BY game, number",
            self.pk,
        )

    def reports(self) -> list[tuple[object, ...]]:
        return self.hall.ask(
            "SELECT seat, number, claim FROM leagues_roundreport WHERE match_id = ? ORDER BY id",
            self.pk,
        )


@pytest.fixture(scope="session")
def site(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A demo club for tests of phones, which play in its event."""
    yield from demo_club(club, tmp_path_factory.mktemp("phones"))


@pytest.fixture(scope="session")
def whole_hall(site: Site) -> Hall:
    return Hall(site)


@pytest.fixture
def hall(whole_hall: Hall, club: Path) -> Iterator[Hall]:
    whole_hall.keep_matches(club)
    whole_hall.trust("first")
    yield whole_hall
    whole_hall.trust("both")
    whole_hall.clear()


@pytest.fixture
def watch(site: Site) -> Iterator[Watch]:
    """Failed requests are expected here: tests take the network away."""
    watch = Watch(site.url)
    yield watch
    left = [each for each in watch.troubles if AWAY not in each]
    assert [each for each in left if WORKER_CUT_SHORT not in each] == []


class Phones:
    """Browser contexts of the size of a phone, each with its own storage."""

    has_clock = False
    """Whether a test may put their clocks forward; they go on by themselves as well."""

    def __init__(self, browser: Browser, watch: Watch) -> None:
        self.browser, self.watch = browser, watch
        self.contexts: list[BrowserContext] = []

    def context(self) -> BrowserContext:
        context = self.browser.new_context(**PHONE)  # type: ignore[arg-type]
        if self.has_clock:
            context.clock.install()
        self.contexts.append(context)
        return context

    def open(self, address: str, context: BrowserContext | None = None) -> Page:
        page = (context or self.context()).new_page()
        self.watch.follow(page)
        page.goto(address)
        return page

    def close(self) -> None:
        while self.contexts:
            self.contexts.pop().close()


@pytest.fixture
def phones(browser: Browser, watch: Watch, whole_hall: Hall) -> Iterator[Phones]:
    whole_hall.phones = phones = Phones(browser, watch)
    yield phones
    whole_hall.phones = None
    phones.close()
