"""Begin the next season of a league of dated matches: enter its players and draw it."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.leagues.kinds.boxes import rows_of_period
from leagues.actions.leagues.kinds.openers import play_of
from leagues.actions.leagues.kinds.teams import Squads
from leagues.actions.leagues.matches.draw import Divisions, begin_event, event_of, refuse_empty
from leagues.actions.people.people import fill_in
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import Action, CaptainLink, Entry, Event, League, Match, Player, Stage
from leagues.reads.leagues.venues import venue_entries
from leagues.reads.log.facts import LogFacts

AS_BEFORE = ("chain", "match_format", "match_minutes", "ranking", "is_queue")
"""Fields that a stage copies from last season's stage."""


def begin_season(
    *,
    by: Who,
    league: League,
    divisions: Divisions | Squads,
    learnt: Iterable[tuple[Player, Player]] = (),
) -> None:
    """Seat exactly these entries in a season that was opened after another, and draw it.

    ``divisions`` has the divisions or boxes, the highest first; a ladder has only one. In a
    league of teams, it has squads. ``learnt`` pairs players of the club with unsaved ones that
    carry new details from a list.
    """
    with act(by, league, BEGIN_SEASON) as line:
        league = line.on
        event = event_of(league)
        if event.state != Event.State.PLANNED:
            raise Refused(_("This season has already begun."))
        refuse_empty(divisions)
        line.keep(*_rows_of(league))
        league.enrolments.all().delete()
        play_of(league.kind).seat(by, league, divisions)
        # Personal links are mailed to these addresses, so a secretary may not fill them in.
        for player, listed in learnt if by.is_organiser else ():
            fill_in(player, listed)
        _decide_as_before(league)
        _keep_venues(league)
        begin_event(by, league)
        line.say(many=sum(map(len, divisions.values())))


def _refuse_played(action: Action) -> None:
    matches = Match.objects.filter(event__league=action.details["league"])
    if matches.played_or_paid().exists():
        raise Refused(_("Matches of this season have already been played."))


def _describe_begin(facts: LogFacts) -> str:
    return ngettext(
        "Began the season with %(many)s entry and drew its matches.",
        "Began the season with %(many)s entries and drew its matches.",
        facts["details"].get("many", 0),
    )


BEGIN_SEASON = Verb(
    "begin_season",
    _describe_begin,
    put_back(
        later("The season won’t have begun, and its draw will be deleted."),
        _refuse_played,
        moves_tables=True,
    ),
)


def _rows_of(league: League) -> Iterator[QuerySet[Any]]:
    yield League.objects.filter(pk=league.pk)
    yield Event.objects.filter(league=league)
    yield Event.boards.through.objects.filter(event__league=league)
    yield league.nights.all()
    yield from rows_of_period(league)
    yield CaptainLink.objects.filter(entry__event__league=league)


def _keep_venues(league: League) -> None:
    """Copy the home venues of last season to entries with the same players."""
    entries = Entry.objects.named().filter(event__league=league.before_id)
    was = {frozenset(each.people): each.venue for each in entries if each.venue}
    for entry in venue_entries(league):
        if entry.people and frozenset(entry.people) in was:
            entry.venue = was[frozenset(entry.people)]
            entry.save(update_fields=["venue"])


def _decide_as_before(league: League) -> None:
    """Copy match format and tie-breaks from the stages of last season.

    A league of teams copies each stage's; the other kinds copy the last stage's.
    """
    before = list(Stage.objects.filter(event__league=league.before_id).order_by("number"))
    if not league.before_id or not before:
        return
    as_then = {each.number: each for each in before}
    for stage in Stage.objects.filter(event=league.event):
        was = as_then[stage.number] if league.of_kind.has_teams else before[-1]
        own = {name: getattr(was, name) for name in AS_BEFORE}
        Stage.objects.filter(pk=stage.pk).update(**own)
