"""The next season of a league: its settings on other dates, who says in, and who plays where."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.leagues.leagues import open_league
from leagues.actions.leagues.matches import open_with_event
from leagues.actions.refusal import Refused
from leagues.models import Enrolment, Event, League, Player, SeasonAnswer
from leagues.reads import Sheet
from leagues.reads.leagues.calendar import calendar_of
from leagues.reads.leagues.next_season import has_begun, season_says
from leagues.reads.leagues.season import scheme_of
from leagues.stages.match_league import MatchLeague
from leagues.stages.next_season import beginning

COPIED = (
    "kind",
    "visibility",
    "handicap",
    "evening",
    "place",
    "attendance",
    "most",
    "fewest",
    "line_after",
    "is_open",
    "secretary",
    "zone",
    "divisions",
    "dues",
    "currency",
    "treasurer",
    "takes_members",
)
"""What the next season has as this one had it, beside its scheme, its calendar and its boards."""

COPIED_OF_EVENT = ("trust", "entry_way", "game_minutes", "change_over_minutes")


@transaction.atomic
def open_next_season(*, by: Who, league: League, name: str, first: date) -> League:
    """Open the season after this one; its first night is on this day or soon after.

    Nobody is a member of it yet: those who were are asked. Dated matches are drawn once it
    is said who plays.
    """
    rule = calendar_of(league)
    facts = {fact: getattr(league, fact) for fact in COPIED} | {
        "club": league.club,
        "name": name,
        "scheme": scheme_of(league),
        "calendar": beginning(rule, first) if rule else None,
        "boards": league.boards.values_list("number", flat=True),
        "before": league,
    }
    if not league.has_dated_matches:
        return open_league(by=by, **facts)
    if league.kind == League.Kind.TEAMS:
        raise Refused(_("A league of teams is set up anew for each season."))
    if rule is None:
        raise Refused(_("The calendar has no week."))
    return _open_dated(by, league, facts)


def _open_dated(by: Who, before: League, facts: dict[str, Any]) -> League:
    """Its event is planned as that of the season before was."""
    event = Event.objects.get(league=before)
    league = open_with_event(
        by=by,
        sheet=Sheet.from_dict(event.rules),
        sides=Event.Sides(event.sides),
        matches=MatchLeague(**before.matches),
        kind_rules=before.kind_rules,
        **facts,
    )
    own = {fact: getattr(event, fact) for fact in COPIED_OF_EVENT}
    Event.objects.filter(league=league).update(**own)
    return league


def answer_season(
    *, by: Who, league: League, player: Player, says: SeasonAnswer.Says
) -> None:
    """Say whether somebody plays the coming season. The last word counts."""
    with act(by, league, "answer_season", name=player.name, says=says.value) as line:
        _refuse_begun(line.on)
        if season_says(line.on).get(player.pk) == says:
            line.drop()
            return
        SeasonAnswer.objects.create(
            league=line.on,
            player=player,
            says=says,
            user=by.user,
            said_by=by.player if by.player != player else None,
        )


def seat_members(*, by: Who, league: League, divisions: Mapping[int, str]) -> None:
    """Let these players be the members of a season that has not begun, and nobody else."""
    with act(by, league, "seat_members") as line:
        _refuse_begun(line.on)
        members = line.on.enrolments.filter(kind=Enrolment.Kind.MEMBER)
        line.keep(members)
        before = dict(members.values_list("player", "division"))
        if before == dict(divisions):
            line.drop()
            return
        members.exclude(player__in=divisions).delete()
        for player, division in divisions.items():
            members.filter(player=player).update(division=division)
        Enrolment.objects.bulk_create(
            Enrolment(league=line.on, player_id=player, division=division)
            for player, division in divisions.items()
            if player not in before
        )
        line.say(many=len(divisions))


def _refuse_begun(league: League) -> None:
    if has_begun(league):
        raise Refused(_("This season has begun."))
