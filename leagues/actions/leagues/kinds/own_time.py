"""Leagues of matches in players' own time: seat players, and arrange matches."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.leagues.matches.arranged_matches import (
    new_match,
    pairing_of,
    refuse_not_on,
    rows_of,
)
from leagues.actions.leagues.matches.draw import (
    Divisions,
    add_divided_stage,
    enrol_divisions,
    event_of,
)
from leagues.actions.play.calls import call_match
from leagues.actions.push import tell_of_matches
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import Board, Entry, League, Match, Surface
from leagues.pairing.values import Why
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.kinds.own_time import OwnTimeState, own_time_of
from leagues.reads.leagues.matches.unplayed import open_matches
from scoring.text import marked

ARRANGED = Why("you play {them} because you arranged it between you")


def seat_own_time(by: Who, league: League, divisions: Divisions) -> None:
    """Seat the entries of each division. Nothing is drawn."""
    league.divisions = [name for name in divisions if name]
    league.save(update_fields=["divisions"])
    add_divided_stage(by, league, marked("League"), divisions, legs=1, home_and_away=False)
    enrol_divisions(league, divisions)


def arrange_match(
    *, by: Who, league: League, entry: Entry, other: Entry, now: datetime | None = None
) -> Match:
    """Create a match that two players arranged, due at the end of the period."""
    now = now or timezone.now()
    with act(by, event_of(league), ARRANGE_MATCH, league=league.pk) as line:
        refuse_not_on(line.event)
        standing = own_time_of(league, evening_day(league, now))
        _refuse_match(standing, entry, other)
        pool = standing.pool_of(entry.pk)
        assert pool is not None
        line.keep(*rows_of(line.event))
        pool.stage.event = line.event
        match = new_match(
            league, pool, pairing_of(entry, other, ARRANGED), due_on=standing.last_day, now=now
        )
        line.say(
            match=match.number,
            name=entry.shown_on(Surface.DESK),
            other=other.shown_on(Surface.DESK),
        )
    tell_of_matches([match.pk])
    return match


ARRANGE_MATCH = Verb(
    "arrange_match",
    later("Arranged a match of %(name)s against %(other)s."),
    put_back(later("The match of %(name)s against %(other)s will be removed.")),
    in_league_log=True,
)


@transaction.atomic
def start_game(
    *,
    by: Who,
    league: League,
    entry: Entry,
    other: Entry,
    board: Board | None = None,
    now: datetime | None = None,
) -> Match:
    """Let two players play now: their arranged match or a new one, called to this board."""
    match = _arranged_between(league, entry, other) or arrange_match(
        by=by, league=league, entry=entry, other=other, now=now
    )
    if board is None:
        return match
    event_of(league).boards.add(board)
    return call_match(by=by, match=match, board=board)


def _arranged_between(league: League, entry: Entry, other: Entry) -> Match | None:
    keys = open_matches(league).values("match")
    found = Match.objects.filter(pk__in=keys, sides__entries=entry)
    return found.filter(sides__entries=other).order_by("number").first()


def _refuse_match(standing: OwnTimeState, entry: Entry, other: Entry) -> None:
    rules = standing.season.rules
    pool = standing.pool_of(entry.pk)
    if entry.pk == other.pk or pool is None or pool != standing.pool_of(other.pk):
        raise Refused(_("These two aren’t in the same division."))
    if standing.season.times(entry.pk, other.pk) >= rules.times:
        raise Refused(
            ngettext(
                "The same two players can meet at most %(n)s time.",
                "The same two players can meet at most %(n)s times.",
                rules.times,
            )
            % {"n": rules.times}
        )
    for each in (entry, other):
        if not standing.owes(each):
            raise Refused(
                _("%(name)s already has all their matches for this period.")
                % {"name": each.shown_on(Surface.WEB)}
            )
