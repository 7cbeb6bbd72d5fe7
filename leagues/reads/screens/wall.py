"""Data for wall screens, which must be readable from the back of the hall."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from leagues.models import Board, Event, Match, PairingRound, Pool, Screen, Stage, Surface
from leagues.models.matches import WITHOUT_A_DISC
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.advance.brackets import BracketMatch, DrawnColumn, DrawnTree, drawn_brackets
from leagues.reads.advance.finals import FinalPlace, podium_of
from leagues.reads.events.shoot_outs import shoot_out_opened
from leagues.reads.play.desk import desk_of
from leagues.reads.play.stage_breaks import StageBreak, break_now
from leagues.reads.screens.paper import NameLine, by_name
from leagues.reads.screens.season import SeasonWall, league_on_wall, season_wall
from leagues.reads.tables.clubs import ClubTable, club_standings
from leagues.reads.tables.leaders import Leader, first_few, leaders_in
from leagues.reads.tables.tables import Table, tables_of

READABLE = 8  # matches of a bracket, one below the other
NAMED_FOR = timedelta(seconds=15)
# How long a result is shown at a board to which no other match is called.
RESULT_STAYS = timedelta(hours=12)
# A screen that has not polled for this long counts as disconnected.
GONE_AFTER = timedelta(seconds=60)


class View(StrEnum):
    """A view that a screen can show."""

    AUTO = "auto"
    PAIRINGS = "pairings"
    BOARDS = "boards"
    STANDINGS = "standings"
    BRACKET = "bracket"
    CLOCK = "clock"
    PODIUM = "podium"
    SEASON = "season"
    WORDS = "words"
    BLANK = "blank"


VIEW_WORDS = {
    View.AUTO: _("Automatic"),
    View.PAIRINGS: _("Matches of the draw"),
    View.BOARDS: _("Boards"),
    View.STANDINGS: _("Standings"),
    View.BRACKET: _("Bracket"),
    View.CLOCK: _("Time left"),
    View.PODIUM: _("Podium"),
    View.SEASON: _("Season’s table"),
    View.WORDS: _("Your own text"),
    View.BLANK: pgettext_lazy("on a screen", "Nothing"),
}


def views_of(event: Event) -> dict[View, Any]:
    """The views to choose from. The season's table is one if the event counts for a league."""
    has_season = league_on_wall(event) is not None
    return {v: word for v, word in VIEW_WORDS.items() if has_season or v is not View.SEASON}


@dataclass(frozen=True)
class Shows:
    """The stored settings of a screen, as chosen at the desk."""

    view: View = View.AUTO
    theme: str = ""
    words: str = ""
    named_at: str = ""


def shows_of(screen: Screen) -> Shows:
    kept: dict[str, Any] = screen.shows
    return Shows(**{**kept, "view": View(kept.get("view", View.AUTO))})


@dataclass(frozen=True)
class Remote:
    """A screen's remote control at the desk."""

    screen: Screen
    view: View
    is_gone: bool
    theme: str = ""

    @property
    def label(self) -> str:
        return str(VIEW_WORDS[self.view])


def remotes_of(event: Event, now: datetime) -> list[Remote]:
    return [
        Remote(
            screen,
            shows_of(screen).view,
            screen.seen_at is None or screen.seen_at < now - GONE_AFTER,
            shows_of(screen).theme,
        )
        for screen in event.screens.paired()
    ]


@dataclass(frozen=True)
class WallBoard:
    """A board with its current match, or the result of its last one."""

    board: Board
    here: Match | None = None
    ended: Match | None = None
    follows: Match | None = None

    @property
    def shown(self) -> Match | None:
        return self.here or self.ended


@dataclass(frozen=True)
class WallTree:
    """The columns of a bracket that can be read across a hall."""

    pool: Pool
    tree: DrawnTree
    columns: tuple[DrawnColumn, ...]


@dataclass(frozen=True)
class Wall:
    """The data for one view. Long ones are split into pages that the screen rotates."""

    view: View
    event: Event
    round: PairingRound | None = None
    seats: tuple[NameLine, ...] = ()
    boards: tuple[WallBoard, ...] = ()
    leaders: Sequence[Leader] = ()
    """The leaders of the stage at the boards; a bracket has none."""
    stage: Stage | None = None
    tables: tuple[Table, ...] = ()
    clubs: ClubTable | None = None
    trees: tuple[WallTree, ...] = ()
    ties: tuple[BracketMatch, ...] = ()
    """Unfinished matches from bracket columns that are too long to show."""
    podium: tuple[FinalPlace, ...] = ()
    clock: PairingRound | None = None
    pause: StageBreak | None = None
    words: str = ""
    season: SeasonWall | None = None


def wall_of(event: Event, shows: Shows) -> Wall:
    """The data for a screen's current view, in a constant number of queries."""
    current = PairingRound.objects.of(event).published().at_hand()
    view = shows.view if shows.view is not View.AUTO else what_fits(event, current)
    facts: dict[str, Any] = {
        "round": current,
        "clock": clock_of(event),
        "pause": break_now(event, timezone.now()),
    }
    if view is View.PAIRINGS:
        facts["seats"] = tuple(by_name(current)) if current else ()
    elif view is View.BOARDS:
        facts["boards"] = tuple(wall_boards(event, current))
        facts["leaders"] = _leaders(current.stage) if current else ()
    elif view is View.STANDINGS:
        facts |= _standings_facts(event)
    elif view is View.BRACKET:
        facts |= _bracket_facts(event)
    elif view is View.PODIUM:
        facts["podium"] = podium_of(event)
    elif view is View.SEASON:
        league = league_on_wall(event)
        facts["season"] = season_wall(league) if league else None
    elif view is View.WORDS:
        facts["words"] = shows.words
    return Wall(view, event, **facts)


def what_fits(event: Event, current: PairingRound | None) -> View:
    """The view that fits the event's state.

    Pairings once they are published, boards during play, standings in between and during a
    shoot-out. At the end, the podium or, for a league night, the season's table.
    """
    if event.state == Event.State.FINISHED:
        return View.SEASON if league_on_wall(event) else View.PODIUM
    is_open = current is not None and current.matches.unfinished().exists()
    if not is_open and shoot_out_opened(list(event.stages.all())):
        return View.STANDINGS
    if current is None:
        return View.WORDS
    if not is_open:
        return View.BRACKET if has_bracket(current.stage) else View.STANDINGS
    if current.matches.begun().exists():
        return View.BOARDS
    return View.PAIRINGS


def clock_of(event: Event) -> PairingRound | None:
    """The unfinished pairing round whose clock was started last, or None."""
    return PairingRound.objects.of(event).published().clocked().last()


def wall_boards(event: Event, current: PairingRound | None) -> Iterator[WallBoard]:
    """Yield the boards with a current match, a next match or a recent result.

    A result stays until the next match is called. Boards with only an older result come last.
    """
    ended = _last_ended(event, current) if current else {}
    past = []
    for card in desk_of(event).boards:
        here = card.here.match if card.here else None
        is_free = here is None and card.elsewhere is None
        follows = card.follows.match if card.follows and here is None else None
        shown = WallBoard(card.board, here, ended.get(card.board.pk) if is_free else None, follows)
        if shown.ended and not follows and shown.ended.pairing_round != current:
            past.append(shown)
        elif shown.shown or follows:
            yield shown
    yield from past


def _last_ended(event: Event, current: PairingRound) -> dict[int, Match]:
    """The last match at each board that ended in this stage within ``RESULT_STAYS``."""
    at_board = event.matches.published().filter(
        pairing_round__stage=current.stage_id,
        board=OuterRef("pk"),
        finished_at__gt=timezone.now() - RESULT_STAYS,
    )
    last = at_board.last_finished().exclude(ending__in=WITHOUT_A_DISC).values("pk")[:1]
    found = event.boards.annotate(last=Subquery(last)).values_list("last", flat=True)
    matches = Match.objects.filter(pk__in=[pk for pk in found if pk]).with_sides()
    return {match.board_id: match for match in matches if match.board_id}


def _leaders(stage: Stage) -> Sequence[Leader]:
    if has_bracket(stage):
        return ()
    return first_few(leaders_in(tables_of(stage, Surface.WALL)))


def _standings_facts(event: Event) -> dict[str, Any]:
    """The tables of the last seated stage that is not a bracket."""
    seated = event.stages.filter(pools__isnull=False).distinct()
    with_tables = [stage for stage in seated if not has_bracket(stage)]
    if not with_tables:
        return {}
    stage = with_tables[-1]
    return {
        "stage": stage,
        "tables": tables_of(stage, Surface.WALL),
        "clubs": club_standings(stage),
    }


def _bracket_facts(event: Event) -> dict[str, Any]:
    seated = event.stages.filter(pools__isnull=False).distinct()
    knockouts = [stage for stage in seated if has_bracket(stage)]
    if not knockouts:
        return {}
    drawn = [(each.pool, tree) for each in drawn_brackets(knockouts[-1]) for tree in each.trees]
    return {
        "stage": knockouts[-1],
        "trees": tuple(
            WallTree(pool, tree, columns)
            for pool, tree in drawn
            if (columns := tuple(filter(_is_short, tree.columns)))
        ),
        "ties": tuple(
            cell.match
            for _pool, tree in drawn
            for column in tree.columns
            if not _is_short(column)
            for cell in column.cells
            if cell.match and not _is_over(cell.match)
        ),
    }


def _is_short(column: DrawnColumn) -> bool:
    return len(column.cells) <= READABLE


def _is_over(tie: BracketMatch) -> bool:
    return tie.match is not None and tie.match.state == Match.State.FINISHED


def names_itself(shows: Shows) -> bool:
    """Whether the desk has just asked the screens to show their names."""
    if not shows.named_at:
        return False
    return timezone.now() < datetime.fromisoformat(shows.named_at) + NAMED_FOR
