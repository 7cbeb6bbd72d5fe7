"""The verbs of a season's end, and how they are undone."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _

from leagues.access.roles import Who
from leagues.actions.leagues.closing import reopen_league
from leagues.actions.leagues.season_finals import take_finals_back
from leagues.actions.refusal import Refused
from leagues.actions.undoable import gone, put_back
from leagues.actions.verb import Undo, Verb
from leagues.models import Action, Event, League, Match, SeasonFinals
from leagues.reads.leagues.closing import is_reopenable
from leagues.reads.log.facts import LogFacts


def _league(action: Action) -> League:
    league: League = League.objects.get(pk=action.said["league"])
    return league


def _close_says(action: Action) -> str:
    league = _league(action)
    if league.closed_at is None:
        raise gone()
    if not is_reopenable(league, timezone.now()):
        raise Refused(say("It was closed more than seven days ago, and stays closed."))
    return say("The season goes on; its table follows its nights again.")


def _undo_close(by: Who, action: Action) -> None:
    reopen_league(by=by, league=_league(action))


def _finals(action: Action) -> SeasonFinals:
    found = SeasonFinals.objects.filter(
        league=action.said["league"], event=action.said["finals"]
    )
    finals = found.select_related("event", "league__club").first()
    if finals is None or finals.event.binned_at:
        raise gone()
    return finals


def _finals_says(action: Action) -> str:
    finals = _finals(action)
    if finals.event.state != Event.State.PLANNED:
        raise Refused(say("They have begun, so they stay."))
    return say("%(name)s is in the bin.") % {"name": finals.event.name}


def _undo_finals(by: Who, action: Action) -> None:
    take_finals_back(by=by, finals=_finals(action))


def _nobody_played(action: Action) -> None:
    matches = Match.objects.filter(event__league=action.said["league"])
    if matches.played_or_paid().exists():
        raise Refused(say("Somebody has played in this season."))


def _says_season(facts: LogFacts) -> str:
    if facts["said"].get("says") == "in":
        return say("Marked %(name)s as playing this season.")
    return say("Marked %(name)s as not playing this season.")


SEASON_END = (
    Verb(
        "answer_season",
        _says_season,
        _("The last word counts: say the other thing."),
    ),
    Verb(
        "answer_for_team",
        _says_season,
        _("The last word counts: say the other thing."),
    ),
    Verb(
        "seat_members",
        _("Made %(many)s players the members of the season."),
        put_back(_("The members are as before again.")),
    ),
    Verb(
        "begin_season",
        _("Began the season with %(many)s entries, and drew its matches."),
        put_back(
            _("The season has not begun, and nobody is drawn."),
            _nobody_played,
            moves_tables=True,
        ),
    ),
    Verb(
        "make_finals",
        _("Made the finals %(name)s of the first %(players)s of the table."),
        Undo(_finals_says, _undo_finals),
    ),
    Verb(
        "take_finals_back",
        _("Put the finals %(name)s into the bin."),
        _("Take the event out of the bin again."),
    ),
    Verb(
        "close_league",
        _("Closed the season of %(name)s. First: %(names)s."),
        Undo(_close_says, _undo_close, of_closed=True),
    ),
    Verb(
        "reopen_league",
        _("Let the season of %(name)s go on."),
        _("Close it again on the page of the season’s end."),
    ),
    Verb(
        "confirm_awards",
        _("Said which awards are given: %(awards)s."),
        put_back(_("The awards are as before again.")),
    ),
)
