"""Move matches to another week of the calendar, one by one or all of a week."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.leagues.day_sentences import fill_in_day, of_day
from leagues.actions.leagues.matches.arranged_matches import refuse_not_on
from leagues.actions.leagues.unplayed.arranging import names_of_match, undo_arranging
from leagues.actions.leagues.unplayed.match_notices import tell_of_week
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.models import Action, DatedMatch, DateOffer, League, Match, Night, PairingRound
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.reads.leagues.matches.unplayed import open_matches, with_boards
from leagues.reads.leagues.words import day_in_words
from leagues.reads.log.facts import LogFacts


def move_matches(*, by: Who, league: League, matches: Collection[int], to: Night) -> list[int]:
    """Move unfinished matches to another week; returns the numbers of those that moved.

    Agreed and proposed days are cleared.
    """
    assert league.event is not None
    with act(by, league.event, MOVE_MATCHES) as line:
        refuse_not_on(line.event)
        if to.is_cancelled:
            raise Refused(_("That week is cancelled."), field="week")
        open_ones = _still_open(league, matches).exclude(week=to)
        moving = list(open_ones.values_list("match", flat=True))
        if not moving:
            line.drop()
            return []
        dated = DatedMatch.objects.filter(match__in=moving)
        rounds = PairingRound.objects.filter(matches__in=moving).distinct()
        line.keep(
            dated,
            DateOffer.objects.filter(dated__in=moving),
            PairingRound.objects.filter(pk__in=list(rounds.values_list("pk", flat=True))),
        )
        weeks = Night.objects.filter(dated_matches__in=moving).distinct()
        line.say(
            days=[day.isoformat() for day in weeks.values_list("on", flat=True)],
            day=to.on.isoformat(),
        )
        dated.update(
            week=to,
            due_on=rules_of(league).due_on(to.on),
            on=None,
            at=None,
            place="",
            is_edited=False,
            settled_at=None,
        )
        DateOffer.objects.filter(dated__in=moving, state="open").update(
            state=DateOffer.State.REPLACED
        )
        begin_with_their_week(league, moving)
        moved = _without_team_boards(moving)
        line.say(
            matches=[match.number for match in moved],
            names=[names_of_match(match) for match in moved],
        )
        tell_of_week(moved, to, by)
    return list(line.details["matches"])


NAMED = 3  # matches listed in a log line


def _names_in_short(data: Mapping[str, Any]) -> str:
    """The sides of the first few of these matches, and the number of the others."""
    names, many = data.get("names", ()), len(data.get("matches", ()))
    if not names:  # old lines have only the matches' numbers
        return ngettext("%(n)s match", "%(n)s matches", many) % {"n": many}
    shown = ", ".join(names[:NAMED])
    more = len(names) - NAMED
    if more < 1:
        return shown
    rest = ngettext("%(names)s and %(n)s more", "%(names)s and %(n)s more", more)
    return rest % {"names": shown, "n": more}


def _describe_move(facts: LogFacts) -> str:
    fill_in_day(facts)
    facts["names"] = _names_in_short(facts["details"])
    days = facts["details"].get("days", ())
    if len(days) != 1:
        return _("Moved to the week of %(day)s: %(names)s.")
    facts["before"] = day_in_words(date.fromisoformat(days[0]))
    return _("Moved from the week of %(before)s to the week of %(day)s: %(names)s.")


def _preview_undo_move(action: Action) -> str:
    values = {"names": _names_in_short(action.details)}
    return _("Moves these matches back to their earlier week: %(names)s.") % values


MOVE_MATCHES = Verb(
    "move_matches", _describe_move, undo_arranging(_preview_undo_move), in_league_log=True
)


def _still_open(league: League, matches: Collection[int]) -> QuerySet[DatedMatch]:
    """The unfinished ones of these matches, with the boards of meetings."""
    found = DatedMatch.objects.filter(with_boards(matches), match__event=league.event_id)
    return found.exclude(match__state=Match.State.FINISHED)


def _without_team_boards(moving: Collection[int]) -> list[Match]:
    """These matches, without boards whose meeting is among them."""
    found = Match.objects.filter(pk__in=moving)
    return list(found.exclude(team_board__meeting__in=moving).order_by("number"))


def begin_with_their_week(league: League, matches: Collection[int]) -> None:
    """Set the start of these matches' pairing rounds to the first week of any of their matches."""
    rounds = PairingRound.objects.filter(matches__in=matches).distinct()
    for each in rounds.prefetch_related("matches__dated__week"):
        weeks = [match.dated.week for match in each.matches.all() if hasattr(match, "dated")]
        first = min(weeks, key=lambda week: (week.on, week.at))
        first.league = league
        each.starts_at = first.starts_at
        each.save(update_fields=["starts_at"])


def move_with_week(*, by: Who, night: Night) -> None:
    """Update the matches of a week that has moved, except those dated by hand."""
    league = night.league
    if league.event is None:
        return
    with act(by, league.event, MOVE_WITH_NIGHT) as line:
        line.say(day=night.on.isoformat())
        here = open_matches(league).filter(week=night)
        moving = list(here.values_list("match", flat=True))
        with_week = here.filter(is_edited=False).values_list("match", flat=True)
        _still_open(league, list(with_week)).update(
            due_on=rules_of(league).due_on(night.on), settled_at=None
        )
        begin_with_their_week(league, moving)
        tell_of_week(_without_team_boards(list(with_week)), night, by)


MOVE_WITH_NIGHT = Verb(
    "move_with_night",
    of_day(later("Moved the event to %(day)s along with its night.")),
    later("Move the night of this event back."),
)


def refuse_with_matches(night: Night) -> None:
    """Refuse to cancel or remove a week that has unfinished matches."""
    if night.dated_matches.exclude(match__state=Match.State.FINISHED).exists():
        raise Refused(_("This week still has matches to play. Move them to another week first."))
