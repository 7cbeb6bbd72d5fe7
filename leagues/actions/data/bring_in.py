"""Bringing in results from a file: all that was planned of it, in one transaction."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.utils.translation import gettext as _

from leagues.access.roles import Who as Doer
from leagues.actions.act import act
from leagues.actions.data.arriving_copies import make_copy
from leagues.actions.data.arriving_events import make_event
from leagues.actions.data.arriving_places import make_ranking
from leagues.actions.data.arriving_seasons import make_season
from leagues.actions.data.newcomers import let_in, note_spellings
from leagues.actions.refusal import Refused
from leagues.models import ResultsFile
from leagues.reads.data.arriving_values import ArrivingResults, Who


def bring_in(
    *,
    by: Doer,
    file: ResultsFile,
    results: ArrivingResults,
    names: Mapping[Who, Collection[str]],
) -> int:
    """Make the events and seasons, the people who are new, and other names of those who are known.

    ``names`` are the spellings of everybody, the usual one first. Returns how many events and
    seasons were made.
    """
    club = file.club
    with act(by, club, "bring_in_results", file=file.name) as line:
        if not ResultsFile.objects.filter(pk=file.pk).delete()[0]:
            raise Refused(_("This file was brought in or thrown away meanwhile."))
        if not results.all:
            raise Refused(_("There is nothing in it that could come in."))
        players, new = let_in(club, results.people, names)
        aliases = note_spellings(players, names)
        made = [make_event(club, each, players) for each in results.events]
        made += [make_copy(club, each, players) for each in results.copies]
        made += [make_ranking(club, each, players) for each in results.rankings]
        leagues = [make_season(club, each, players) for each in results.seasons]
        line.say(
            matches=results.matches,
            people=len(new),
            event_count=len(made),
            events=[event.pk for event in made],
            players=[player.pk for player in new],
            aliases=[alias.pk for alias in aliases],
        )
        if results.places or leagues:
            line.say(
                places=results.places,
                nights=results.nights,
                league_count=len(leagues),
                leagues=[league.pk for league in leagues],
            )
    return len(made) + len(leagues)
