"""No page makes the database scan all matches that the club has ever played.

Scanned rows are in no count of fetched rows, so the tests read which index SQLite uses.
"""

import re
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from leagues.models import Action, Match
from tests.cast import Cast
from tests.leagues.people.club_years import Years, years_of

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL plans by what it counts"),
    pytest.mark.long,
]

GROWING = (
    *("match", "matchside", "sideentry", "sideplayer", "round", "roundreport"),
    *("action", "entry", "entryplayer", "pairinground"),
)
"""Of sums there is one for each player and event: records may add those up."""
OF_PLAY_NOW = re.compile(r"\"state\" (IN \((playing|called|, )+\)|= playing)")


def ways_of(sql: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return [row[3] for row in cursor.fetchall()]


def goes_through_all(sql: str) -> Iterator[str]:
    for way in ways_of(sql):
        table = re.match(r"(SCAN|SEARCH) leagues_(\w+)", way)
        if table is None or table[2] not in GROWING:
            continue
        by_state = "(state=?)" in way and not OF_PLAY_NOW.search(sql.replace("'", ""))
        by_club = "(club_id=?" in way and "log_beside_events" not in way
        by_nothing = "(undoes_id=? AND" in way or "(rowid>?)" in way
        if table[1] == "SCAN" or by_state or by_club or by_nothing:
            yield way


CLUB = (
    *("home", "events", "players", "search", "records", "rating-list", "desk", "desk_events"),
    *("people", "look_alikes", "club_log"),
)
OF_AN_EVENT = (
    *("event", "matches", "standings", "event_players", "about", "event_desk"),
    "event-numbers",
    *("event_people", "event_seeds", "event_log", "event_draw", "event_stages"),
    *("event_advance", "event_matches", "event_phones", "event_screens"),
    *("pick_people", "event_change"),
)


def page_paths(years: Years) -> list[str]:
    event, one, two = years.halls[0].event, *years.people[:2]
    match = Match.objects.filter(event=event, ending="played").order_by("-pk")[0]
    line = Action.objects.filter(event=event).order_by("-pk")[0]
    entry = event.entries.order_by("pk")[0]
    log = reverse("event_log", args=[event.slug])
    return [
        *(reverse(name) for name in CLUB),
        *(reverse(name, args=[event.slug]) for name in OF_AN_EVENT),
        *(
            reverse(name, args=[event.slug, match.number])
            for name in ("match", "desk_match", "match_reports")
        ),
        *(f"{reverse(name)}?q=a" for name in ("search", "people")),
        f"{reverse('records')}?year={event.starts_at:%Y}",
        *(one.get_absolute_url(), f"{one.get_absolute_url()}?fragment=live"),
        reverse("against", args=[one.pk, two.pk]),
        *(reverse(name, args=[one.pk]) for name in ("player_picture", "person")),
        reverse("entry", args=[event.slug, entry.pk]),
        *(f"{log}?match={match.number}", f"{log}?by=player:{one.pk}"),
        reverse("action_undo", args=[event.slug, line.pk]),
    ]


def test_no_page_goes_through_all_that_was_ever_played(cast: Cast) -> None:
    years = years_of(cast)
    for roll in (0, 36, 1, 37, 72):
        years.play(roll)
    [match] = years.halls[0].publish((1, 2)).matches.all()
    years.halls[0].type_card(match, "20")
    browser = cast.browser_of("olga")
    found: dict[str, tuple[str, str]] = {}
    for path in page_paths(years):
        with CaptureQueriesContext(connection) as captured:
            answer = browser.get(path)
        assert answer.status_code == 200, path
        for each in captured.captured_queries:
            if each["sql"].startswith("SELECT"):
                for way in goes_through_all(each["sql"]):
                    found.setdefault(way, (path, each["sql"]))

    assert found == {}
