"""An unreadable event or league is left out of pages that list many, and breaks none of them."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError

from leagues.models import EntryPlayer, Event, League, Round, SideEntry, SidePlayer, Stage
from leagues.reads.tolerant_rows import UNREADABLE, read_each
from leagues.stages.event_templates import SHAPES
from tests.cast import Cast
from tests.examples import rare_but
from tests.leagues.access.test_access import rows
from tests.leagues.access.test_who_may import filled, path_of
from tests.leagues.days.hall import Hall
from tests.leagues.leagues.league_life import OPEN
from tests.leagues.leagues.mondays import Mondays
from tests.process_memory import forget_all

__all__ = ["filled"]  # a fixture of another file

pytestmark = pytest.mark.django_db
NONSENSE = {"kind": "nonsense"}
ABOUT_MANY = re.compile(
    r"/|/(events|leagues|honours|records|players|search|club|embed(/nights|/boards)?)/"
    r"|/(news\.atom|calendar\.ics|picture\.png|sitemap\.xml)|/players/(ratings|compare)/"
    r"|/me/(<str:token>/(data/)?)?|/players/<int:pk>(-<slug:slug>|/picture\.png)?/?"
    r"|/api/v1/(events|leagues|players)/(<int:pk>/)?|/yearbook/<int:year>/"
    r"|/desk/((events|leagues|people|log)/)?|/desk/people/<int:pk>/|/overlay/.*|/now/"
)
Break = Callable[[Any], object]


def build_nights(cast: Cast) -> None:
    mondays = Mondays.open(cast, cast.cat_plays.name, "Bo Birch")
    mondays.play(1, (cast.cat_plays.name, "Bo Birch", 5, 3))


def league_builder(kind: str) -> Callable[[Cast], None]:
    """A builder of a league of this kind that Cat is in."""

    def build(cast: Cast) -> None:
        event = OPEN[kind](cast).event
        seats = EntryPlayer.objects.filter(event=event)
        if not seats.filter(player=cast.cat_plays).exists():
            be_cat(cast, seats[0])

    return build


def event_builder(shape: str, *, is_over: bool) -> Callable[[Cast], None]:
    """A builder of a finished event that Cat has played in."""

    def build(cast: Cast) -> None:
        hall = Hall.open(cast.club, cast.who("ann"), 4)
        hall.run(*hall.plan(SHAPES[shape].stages(4)))
        be_cat(cast, EntryPlayer.objects.filter(event=hall.event)[0])
        if is_over:
            hall.finish()

    return build


def be_cat(cast: Cast, seat: EntryPlayer) -> None:
    sides = SidePlayer.objects.filter(match__event=seat.event, player=seat.player)
    sides.update(player=cast.cat_plays)
    EntryPlayer.objects.filter(pk=seat.pk).update(player=cast.cat_plays)


def write_nonsense(field: str) -> Break:
    return lambda mine: mine.update(**{field: NONSENSE})


def take_away(mine: Any) -> object:
    return mine._raw_delete("default")


WORLDS: dict[str, Callable[[Cast], None]] = {
    "nights": build_nights,
    **{kind: league_builder(kind) for kind in ("ladder", "own-time", "boxes", "teams")},
    "running": event_builder("swiss-night", is_over=False),
    "knockout": event_builder("knockout", is_over=False),
    "over": event_builder("club-night", is_over=True),
}
BROKEN: list[tuple[str, Any, str]] = [
    *(("nights", League, field) for field in ("scheme", "calendar", "evening")),
    *((kind, League, "kind_rules") for kind in ("ladder", "own-time", "boxes")),
    *((kind, League, "matches") for kind in ("ladder", "teams")),
    *(("ladder", Event, "rules"), ("teams", League, "kind_rules")),
    *(("teams", Stage, "chain"), ("boxes", Stage, "options")),
    *((kind, Event, "rules") for kind in ("nights", "running", "knockout", "over")),
    *(("running", Stage, field) for field in ("chain", "options", "match_format")),
    *(("over", Stage, field) for field in ("chain", "options", "source")),
    *(("knockout", Stage, "options"), ("knockout", SideEntry, "")),
    *(("running", SideEntry, ""), ("over", SideEntry, "")),
    *(("over", Round, field) for field in ("points", "twenties")),
]


@pytest.mark.long
@pytest.mark.parametrize("world", rare_but(WORLDS, "nights", "knockout"))
def test_every_page_about_many_is_there_without_what_cant_be_read(
    world: str, cast: Cast, filled: dict[str, Any]
) -> None:
    tables = {table for _world, table, _field in BROKEN}
    there = {table: list(table._base_manager.values_list("pk", flat=True)) for table in tables}
    WORLDS[world](cast)
    browser = cast.browser_of("olga")
    paths = [
        path_of(row, filled)
        for row in rows()
        if row.method == "GET" and ABOUT_MANY.fullmatch(row.address)
    ]
    wrong = []
    for table, field in [each[1:] for each in BROKEN if each[0] == world]:
        mine = table._base_manager.exclude(pk__in=there[table])
        before = list(mine.values())
        write_nonsense(field)(mine) if field else take_away(mine)
        forget_all()
        for path in paths:
            try:
                browser.get(path)
            except Exception as error:
                wrong.append(f"{table.__name__}.{field}: {path} {error!r}")
        if field:
            for row in before:
                table._base_manager.filter(pk=row["id"]).update(**{field: row[field]})
        else:
            table._base_manager.bulk_create(table(**row) for row in before)
    assert not wrong, "\n  " + "\n  ".join(wrong)


@pytest.fixture
def ladder(cast: Cast) -> League:
    league = OPEN["ladder"](cast)
    League.objects.filter(pk=league.pk).update(kind_rules=NONSENSE)
    return league


def test_the_desk_lists_a_league_that_cant_be_read(ladder: League, cast: Cast) -> None:
    page = cast.browser_of("ann").get("/desk/leagues/")
    [line] = page.context["leagues"]
    assert line.card is None
    assert f'href="/desk/leagues/{ladder.slug}/">' in page.text


def test_what_cant_be_read_is_logged_once(
    ladder: League, cast: Cast, caplog: pytest.LogCaptureFixture
) -> None:
    for _time in range(3):
        assert cast.browser_of("stranger").get("/leagues/").status_code == 200
        assert cast.browser_of("ann").get("/").status_code == 200
    lines = [line for line in caplog.records if "can't be read" in line.message]
    assert len(lines) == 1


def test_organisers_get_a_warning_with_a_link_to_the_log_until_it_changes(
    ladder: League, cast: Cast
) -> None:
    assert ladder.event is not None
    warning = f"{ladder.name} can’t be read"
    pages = {name: cast.browser_of(name).get("/leagues/") for name in ("ann", "ben")}
    pages["ann"] = cast.browser_of("ann").get("/desk/")

    assert warning in pages["ann"].text
    assert f"/desk/events/{ladder.event.slug}/log/" in pages["ann"].text
    assert warning not in pages["ben"].text

    League.objects.filter(pk=ladder.pk).update(kind_rules=ladder.kind_rules)
    ladder.touch()
    page = cast.browser_of("ann").get("/leagues/").text
    assert warning not in page
    assert ladder.name in page


def test_a_database_that_does_not_answer_is_no_fault_of_a_row(ladder: League) -> None:
    def read(_league: League) -> None:
        raise OperationalError("gone")

    with pytest.raises(OperationalError):
        list(read_each([ladder], read))
    assert not UNREADABLE
