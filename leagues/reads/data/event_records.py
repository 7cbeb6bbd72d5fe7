"""Export an event's matches as CMN, and as the two sheets of the crokinole archive."""

from collections.abc import Iterator
from dataclasses import replace
from uuid import NAMESPACE_URL, uuid5

from leagues.models import Event, Match, MatchSide, Player, Round, Stage, Surface
from leagues.models.fields import stored_name
from leagues.models.matches import PLAYED_OUT
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.data.event_tables import AT_ONCE
from leagues.reads.tables.tables import tables_of
from scoring.notation import (
    Archive,
    ArchiveLine,
    CmnFile,
    Context,
    MatchRecord,
    RoundRecord,
    SideRecord,
    side_of,
)
from scoring.notation.archive_cards import MOST_ROUNDS
from scoring.notation.record import UNKNOWN
from scoring.sides import BySeat, Seat

FILE = Surface.FILE
SOURCE = {"app": "Twenties"}
MOST_PARTNERS = 2  # the most players on a side that CMN allows


def event_records(event: Event) -> Iterator[MatchRecord]:
    """Yield every finished match between two sides, by match number."""
    found = event.matches.published().filter(ending__in=PLAYED_OUT).with_sides()
    found = found.with_rounds().prefetch_related("sides__side_players__player")
    for match in found.order_by("number").iterator(AT_ONCE):
        sides = list(match.sides.all())
        if len(sides) == 2:
            yield _match_record(event, match, sides)


def _match_record(event: Event, match: Match, sides: list[MatchSide]) -> MatchRecord:
    stage = match.pairing_round.stage
    rounds = tuple(_round_record(each) for each in match.rounds.all())
    is_counted = rounds and all(None not in each.points for each in rounds)
    return MatchRecord(
        sides=BySeat(*map(_side_record, sides)),
        rounds=rounds if is_counted else (),
        recorded_points=UNKNOWN if is_counted else BySeat(*(each.points for each in sides)),
        recorded_twenties=UNKNOWN if is_counted else BySeat(*(each.twenties for each in sides)),
        winner=None if match.winner is None else Seat(match.winner),
        played=match.played_at,
        id=str(uuid5(NAMESPACE_URL, f"{event.club.slug}/{event.slug}/{match.number}")),
        context=Context(
            event=event.name,
            pairing_round=match.pairing_round.number,
            venue=event.place or None,
            division=division_of(event),
            category=str(event.get_sides_display()),
            stage=stored_name(stage.name),
            pool=stored_name(match.pool.name) or None if match.pool else None,
            game=str(match.pairing_round.number),
            board=str(match.board.number) if match.board else None,
        ),
        source=SOURCE,
    )


def division_of(event: Event) -> str:
    """The division and playing style with one hyphen, such as "Competitive-Fingers"."""
    return f"{(event.division or 'Competitive').replace('-', ' ')}-Fingers"


def _side_record(seated: MatchSide) -> SideRecord:
    """The people who played on this side, or its entries if the players are not recorded."""
    sat = [each.player.shown_on(FILE) for each in seated.side_players.all()]
    return side_of(*(sat or [seated.shown_on(FILE)]))


def _round_record(played: Round) -> RoundRecord:
    return RoundRecord(
        points=BySeat(*(played.points or UNKNOWN)),
        score=BySeat(*played.score) if played.score and None not in played.score else None,
        twenties=BySeat(*(played.twenties or UNKNOWN)),
        first=Seat(played.first),
    )


# --- CMN, and the archive ---------------------------------------------------------------------


def cmn_file(event: Event) -> CmnFile:
    """The singles and doubles matches. CMN can't express sides of unequal size."""
    records = tuple(
        record
        for record in event_records(event)
        if len(record.sides.a.players) == len(record.sides.b.players) <= MOST_PARTNERS
    )
    return CmnFile(records, source=SOURCE)


def archive_file(event: Event) -> Archive:
    """The lines of every table, and the scorecards of every match."""
    return Archive(tuple(_archive_lines(event)), tuple(map(_fit_card, event_records(event))))


def _fit_card(record: MatchRecord) -> MatchRecord:
    """The match without its rounds, as totals only, if it has more rounds than a card."""
    if len(record.rounds) <= MOST_ROUNDS:
        return record
    return replace(
        record, rounds=(), recorded_points=record.points, recorded_twenties=record.twenties
    )


def _archive_lines(event: Event) -> Iterator[ArchiveLine]:
    for stage in event.stages.all():
        if not has_bracket(stage):
            yield from _lines_of(event, stage)


def _lines_of(event: Event, stage: Stage) -> Iterator[ArchiveLine]:
    for table in tables_of(stage, FILE):
        if not table.has_begun:
            continue
        for line in table.lines:
            yield ArchiveLine(
                classification="Scores",
                entry=_entry_name(line.entry.name, line.entry.people),
                played=event.starts_at.astimezone(event.tzinfo).date(),
                event=event.name,
                division=division_of(event),
                category=str(event.get_sides_display()),
                stage=stored_name(stage.name),
                pool=stored_name(table.pool.name) or None,
                games=line.row.games,
                points=line.points.made,
                twenties=line.twenties.made,
                place=line.row.place,
                team=line.entry.name or None,
            )


def _entry_name(name: str, people: list[Player]) -> str:
    return "/".join(each.shown_on(FILE) for each in people) or name
