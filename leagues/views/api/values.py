"""The schemas of the API's answers, and functions that fill them from rows."""

from __future__ import annotations

from datetime import date, datetime

from ninja import Field, Schema

from leagues.models import Entry, Event, League, Match, MatchSide, Player, Round, Surface
from leagues.reads.leagues.table.season import LeagueNight
from leagues.reads.tables.tables import Table, TableLine
from scoring.results import Number
from scoring.sides import Seat

FILE = Surface.FILE


def as_number(value: Number | None) -> int | float | None:
    """Return a JSON number: an int if the value is whole, else a float; None for None."""
    if value is None:
        return None
    return int(value) if value == int(value) else float(value)


class PersonJson(Schema):
    id: int
    name: str = Field(
        description="As this person wants to be named in exports, or on the web where that shows less."
    )


class PlayerJson(PersonJson):
    is_guest: bool
    url: str = Field(description="The page of this player.")


class PlayerDetailJson(PlayerJson):
    won: int
    tied: int
    lost: int
    twenties_a_round: int | float | None


class ClubJson(Schema):
    name: str
    zone: str = Field(description="The club’s time zone, such as America/Toronto.")
    leagues: str
    events: str
    players: str
    document: str = Field(description="Where the OpenAPI document is.")
    release: str = Field(description="Of the site’s program, such as 1.0.0.")


class LeagueJson(Schema):
    name: str
    slug: str
    kind: str = Field(description="Such as singles, groups, matches, boxes, ladder.")
    season: str | None
    place: str
    zone: str
    has_dated_matches: bool = Field(
        description="It has matches with a week each; otherwise nights."
    )
    closed_at: datetime | None
    url: str


class NightJson(Schema):
    id: int
    number: int = Field(description="Its place among the nights of the league.")
    name: str
    starts_at: datetime
    day: date = Field(description="The day on the league’s clock.")
    place: str
    state: str = Field(description="to-come, on, over or cancelled.")
    reason: str = Field(description="Why it is cancelled.")
    moved_from: date | None
    events: list[str] = Field(description="The slugs of the events played on it.")
    url: str


class PlaceJson(Schema):
    """A line of a league’s table."""

    place: int
    division: str
    name: str
    players: list[PersonJson]
    total: int | float | None
    played: int = Field(description="Nights, or matches where it has dated ones.")
    because: str = Field(description="Why this place, in words.")


class LeagueTableJson(Schema):
    league: str
    lines: list[PlaceJson]


class EventJson(Schema):
    name: str
    slug: str
    kind: str
    sides: str
    state: str = Field(description="planned, running or finished.")
    starts_at: datetime
    zone: str
    place: str
    revision: int = Field(description="Moves with every change of the event.")
    url: str


class StageJson(Schema):
    number: int
    name: str
    format: str


class EventDetailJson(EventJson):
    stages: list[StageJson]
    entries: list[EntryJson]


class EntryJson(Schema):
    id: int
    name: str
    players: list[PersonJson]
    state: str


class LineJson(Schema):
    """A line of an event’s table."""

    place: int
    entry: EntryJson
    games: int
    won: int
    tied: int
    lost: int
    points: int | float | None
    twenties: int | float | None
    because: str = Field(description="Why this place, in words.")


class TableJson(Schema):
    stage: int
    pool: str
    is_final: bool
    lines: list[LineJson]


class SideJson(Schema):
    seat: str = Field(description="A to D.")
    name: str
    entries: list[EntryJson]
    points: int | float | None
    twenties: int | float | None
    result: int | float | None = Field(
        description="Points, or games won in a match of several games."
    )


class RoundJson(Schema):
    """One round, with a number for each seat, in their order."""

    game: int
    number: int
    state: str = Field(description="reported, agreed, disputed or ruled.")
    points: list[int | None] | None
    score: list[int | None] | None
    twenties: list[int | None] | None


class MatchJson(Schema):
    number: int
    stage: int
    round: int
    pool: str
    board: int | None
    state: str = Field(description="planned, called, playing or finished.")
    ending: str = Field(description="Empty while it is open.")
    winner: str | None = Field(description="The seat that won.")
    started_at: datetime | None
    finished_at: datetime | None
    sides: list[SideJson]
    url: str


class MatchDetailJson(MatchJson):
    rounds: list[RoundJson]


class LeagueMatchJson(Schema):
    """A match of a league, with its dates."""

    week: date
    due_on: date
    day: date | None = Field(description="The day its sides agreed upon.")
    called: str = Field(description="played, playing, to-come, due, put-off, overdue or claimed.")
    match: MatchJson


# --- Converters -----------------------------------------------------------------------------


def person_of(player: Player) -> PersonJson:
    return PersonJson(id=player.pk, name=player.shown_on(FILE))


def entry_of(entry: Entry) -> EntryJson:
    """Convert an entry of a ``named()`` queryset."""
    return EntryJson(
        id=entry.pk,
        name=entry.shown_on(FILE),
        players=[person_of(each) for each in entry.people],
        state=entry.state,
    )


def league_of(league: League, site: str) -> LeagueJson:
    return LeagueJson(
        name=league.name,
        slug=league.slug,
        kind=league.kind,
        season=league.season.name if league.season else None,
        place=league.place,
        zone=league.zone,
        has_dated_matches=league.has_dated_matches,
        closed_at=league.closed_at,
        url=f"{site}{league.get_absolute_url()}",
    )


def state_of_night(night: LeagueNight) -> str:
    if night.is_cancelled:
        return "cancelled"
    if night.is_on:
        return "on"
    return "over" if night.is_over else "to-come"


def event_facts(event: Event, site: str) -> dict[str, object]:
    return {
        "name": event.name,
        "slug": event.slug,
        "kind": event.kind,
        "sides": event.sides,
        "state": event.state,
        "starts_at": event.starts_at,
        "zone": event.zone,
        "place": event.place,
        "revision": event.revision,
        "url": f"{site}{event.get_absolute_url()}",
    }


def event_of(event: Event, site: str) -> EventJson:
    return EventJson.model_validate(event_facts(event, site))


def table_of(stage: int, table: Table) -> TableJson:
    return TableJson(
        stage=stage,
        pool=table.pool.name,
        is_final=table.is_final,
        lines=[_line_of(line) for line in table.lines],
    )


def _line_of(line: TableLine) -> LineJson:
    return LineJson(
        place=line.row.place,
        entry=entry_of(line.entry),
        games=line.row.games,
        won=line.won,
        tied=line.tied,
        lost=line.lost,
        points=as_number(line.points.made),
        twenties=as_number(line.twenties.made),
        because=line.because,
    )


def match_facts(match: Match, event: Event, site: str) -> dict[str, object]:
    """Return the fields of a match of a ``with_sides()`` queryset."""
    address = f"{event.get_absolute_url()}matches/{match.number}/"
    return {
        "number": match.number,
        "stage": match.pairing_round.stage.number,
        "round": match.pairing_round.number,
        "pool": match.pool.name if match.pool else "",
        "board": match.board.number if match.board else None,
        "state": match.state,
        "ending": match.ending,
        "winner": None if match.winner is None else Seat(match.winner).name,
        "started_at": match.started_at,
        "finished_at": match.finished_at,
        "sides": [_side_of(match, side) for side in match.sides.all()],
        "url": f"{site}{address}",
    }


def match_of(match: Match, event: Event, site: str) -> MatchJson:
    return MatchJson.model_validate(match_facts(match, event, site))


def _side_of(match: Match, side: MatchSide) -> SideJson:
    shown = match.has_score
    return SideJson(
        seat=Seat(side.seat).name,
        name=side.shown_on(FILE),
        entries=[entry_of(entry) for entry in side.entry_list],
        points=side.points if shown else None,
        twenties=side.twenties if shown else None,
        result=side.result if shown else None,
    )


def round_of(row: Round) -> RoundJson:
    return RoundJson(
        game=row.game,
        number=row.number,
        state=row.state,
        points=row.points,
        score=row.score,
        twenties=row.twenties,
    )


EventDetailJson.model_rebuild()
