"""Ladders: the first order, and challenges of players above. Results then decide the order."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.leagues.kinds.boxes import People
from leagues.actions.leagues.matches.arranged_matches import (
    new_match,
    pairing_of,
    refuse_not_on,
    rows_of,
)
from leagues.actions.leagues.matches.draw import (
    add_divided_stage,
    enrol_divisions,
    event_of,
)
from leagues.actions.leagues.unplayed.arranging import WILL_BE_PLAYED, arranging_act, undo_arranging
from leagues.actions.leagues.unplayed.deadlines import settle_deadlines
from leagues.actions.leagues.unplayed.forfeits import end_void, refuse_begun
from leagues.actions.leagues.unplayed.match_notices import night_after
from leagues.actions.refusal import Refused
from leagues.actions.reminders import tell_of_match
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import Entry, League, Match, Pool, Surface
from leagues.pairing.values import Why
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.kinds.ladder import ladder_of
from leagues.reads.leagues.kinds.rules import own_rules
from leagues.reads.phones.reminders import MatchNews
from leagues.say import say
from leagues.stages.ladder import LadderRules
from leagues.stages.reminders import ReminderKind
from scoring.text import marked

CHALLENGED = Why("you play {them} because one of you challenged the other")


def seat_ladder(by: Who, league: League, entries: People) -> None:
    """Seat these entries on the ladder, in this order."""
    add_divided_stage(by, league, marked("Ladder"), {"": entries}, legs=1, home_and_away=False)
    enrol_divisions(league, {"": entries})


def challenge_player(
    *, by: Who, league: League, entry: Entry, other: Entry, now: datetime | None = None
) -> Match:
    """Create the match of a challenge, due within the days that the ladder's rules allow."""
    now = now or timezone.now()
    settle_deadlines(league=league, now=now)
    event = event_of(league)
    with act(by, event, CHALLENGE, league=league.pk) as line:
        refuse_not_on(line.event)
        _refuse_challenge(league, entry, other, now)
        line.keep(*rows_of(line.event))
        due_on = evening_day(league, now) + timedelta(own_rules(league, LadderRules).days)
        pool = Pool.objects.select_related("stage__event").get(stage__event=event)
        match = new_match(
            league, pool, pairing_of(entry, other, CHALLENGED), due_on=due_on, now=now
        )
        line.say(
            match=match.number,
            name=entry.shown_on(Surface.DESK),
            other=other.shown_on(Surface.DESK),
        )
        tell_of_match(
            MatchNews(
                kind=ReminderKind.CHALLENGED,
                match=match.pk,
                seats=frozenset({match.sides.get(entries=other).seat}),
                day=due_on,
                ends_at=night_after(league, due_on),
                mark="",
            )
        )
    return match


CHALLENGE = Verb(
    "challenge",
    later("Entered the challenge of %(name)s against %(other)s."),
    put_back(later("The challenge of %(name)s against %(other)s will be removed.")),
    in_league_log=True,
)


def withdraw_challenge(*, by: Who, match: Match) -> None:
    """Annul a challenge that hasn't begun: no one moves, and both may challenge again."""
    with arranging_act(by, match, WITHDRAW_CHALLENGE) as here:
        if not here.league.of_kind.is_ladder:
            raise Refused(_("This isn’t a ladder challenge. Choose a match from the ladder page."))
        refuse_begun(here.match)
        end_void(here)


WITHDRAW_CHALLENGE = Verb(
    "withdraw_challenge",
    later("Withdrew the challenge %(names)s."),
    undo_arranging(WILL_BE_PLAYED),
    in_league_log=True,
)


def _refuse_challenge(league: League, entry: Entry, other: Entry, now: datetime) -> None:
    standing = ladder_of(league)
    if not {entry.pk, other.pk} <= {*standing.ladder.order}:
        raise Refused(_("At least one of these players is no longer on this ladder."))
    why = standing.ladder.refusal(entry.pk, other.pk, standing.rules, now)
    if why:
        raise Refused(say(why))
