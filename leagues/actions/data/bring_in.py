"""Bringing in results from a file: written in portions, and shown in one act with one line in the log."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.utils.translation import gettext as _

from leagues.access.roles import Who as Doer
from leagues.actions.act import act
from leagues.actions.data.arriving_copies import make_copy
from leagues.actions.data.arriving_events import make_event
from leagues.actions.data.arriving_places import make_ranking
from leagues.actions.data.arriving_seasons import make_season
from leagues.actions.data.newcomers import find_known, let_in, note_spellings
from leagues.actions.data.portions import Portions
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
    with Portions(file) as portions:
        if not results.all:
            raise Refused(_("There’s nothing in this file to import."))
        players, new = let_in(club, results.people, names, portions)
        for event in results.events:
            make_event(club, event, players, portions)
        for copy in results.copies:
            make_copy(club, copy, players, portions)
        for ranking in results.rankings:
            make_ranking(club, ranking, players, portions)
        portions.commit()
        with act(by, club, "bring_in_results", file=file.name) as line:
            portions.show_all()
            find_known(club, [each for each in players if isinstance(each, int)])
            aliases = note_spellings(players, names)
            leagues = [make_season(club, each, players) for each in results.seasons]
            events = portions.written["events"]
            line.say(
                matches=results.matches,
                people=len(new),
                event_count=len(events),
                events=events,
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
    return len(events) + len(leagues)
