"""The verbs of a season's end, and how they are undone."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext, ngettext
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
        raise Refused(
            gettext(
                "This season was closed more than seven days ago, so it can’t be reopened."
            )
        )
    return gettext(
        "The season will be open again, and its table will follow its nights."
    )


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
        raise Refused(gettext("The finals have begun, so they can’t be removed."))
    return gettext("Moves %(name)s to the bin.") % {"name": finals.event.name}


def _undo_finals(by: Who, action: Action) -> None:
    take_finals_back(by=by, finals=_finals(action))


def _nobody_played(action: Action) -> None:
    matches = Match.objects.filter(event__league=action.said["league"])
    if matches.played_or_paid().exists():
        raise Refused(gettext("Matches of this season have already been played."))


def _says_season(facts: LogFacts) -> str:
    if facts["said"].get("says") == "in":
        return gettext("Marked %(name)s as playing this season.")
    return gettext("Marked %(name)s as not playing this season.")


def _seated(facts: LogFacts) -> str:
    return ngettext(
        "Made %(many)s player a member of the season.",
        "Made %(many)s players members of the season.",
        facts["said"].get("many", 0),
    )


def _began(facts: LogFacts) -> str:
    return ngettext(
        "Began the season with %(many)s entry and drew its matches.",
        "Began the season with %(many)s entries and drew its matches.",
        facts["said"].get("many", 0),
    )


SEASON_END = (
    Verb(
        "answer_season",
        _says_season,
        _("Answers aren’t undone. Enter a new answer; the latest one counts."),
    ),
    Verb(
        "answer_for_team",
        _says_season,
        _("Answers aren’t undone. Enter a new answer; the latest one counts."),
    ),
    Verb(
        "seat_members",
        _seated,
        put_back(_("Restores the earlier members of the season.")),
    ),
    Verb(
        "begin_season",
        _began,
        put_back(
            _("The season won’t have begun, and its draw will be deleted."),
            _nobody_played,
            moves_tables=True,
        ),
    ),
    Verb(
        "make_finals",
        _("Planned the finals %(name)s for the top %(players)s of the table."),
        Undo(_finals_says, _undo_finals),
    ),
    Verb(
        "take_finals_back",
        _("Moved the finals %(name)s to the bin."),
        _("Restore the event from the bin."),
    ),
    Verb(
        "close_league",
        _("Closed the season of %(name)s. First place: %(names)s."),
        Undo(_close_says, _undo_close, of_closed=True),
    ),
    Verb(
        "reopen_league",
        _("Reopened the season of %(name)s."),
        _("Close the season again on its “End of season” page."),
    ),
    Verb(
        "confirm_awards",
        _("Chose the awards: %(awards)s."),
        put_back(_("Restores the earlier awards.")),
    ),
)
