"""Answers for a coming season: the players who are asked, and their replies."""

from collections.abc import Sequence
from dataclasses import dataclass

from leagues.models import Enrolment, Entry, Event, League, Player, SeasonAnswer


def has_begun(league: League) -> bool:
    if league.event is not None:
        return bool(league.event.state != Event.State.PLANNED)
    begun = Event.objects.present().filter(night__league=league)
    return begun.exclude(state=Event.State.PLANNED).exists()


def season_replies(league: League) -> dict[int, str]:
    """The latest answer of each player, by player id. Merged players are read as one."""
    answers = SeasonAnswer.objects.filter(league=league).order_by("pk")
    return {
        merged or player: reply
        for player, merged, reply in answers.values_list("player", "player__merged_into", "reply")
    }


def asked_for(league: League) -> dict[int, Player]:
    """The players who are asked for a coming season, by id: the members who stayed to the end of
    the season before. In leagues of dated matches, a permanent substitute is asked instead of
    the player they replaced.
    """
    before = league.before
    if before is None:
        return {}
    last = before.nights.in_order().last()
    members = before.enrolments.filter(kind=Enrolment.Kind.MEMBER)
    here = members.filter(last=None) | members.filter(last=last)
    found = here.select_related("player__merged_into").order_by("pk")
    asked = [each.player for each in found]
    if before.has_dated_matches:
        asked = _behind_entries(before, asked)
    people = (each.merged_into or each for each in asked)
    return {each.pk: each for each in people if each.binned_at is None}


def _behind_entries(before: League, members: Sequence[Player]) -> list[Player]:
    playing = Entry.objects.filter(event=before.event_id, state=Entry.State.ACTIVE)
    behind = Player.objects.filter(line_ups__entry__in=playing).distinct()
    theirs = set(behind.values_list("pk", flat=True))
    enrolled = before.enrolments.values("player")
    came = behind.exclude(pk__in=enrolled).select_related("merged_into").order_by("pk")
    return [*(each for each in members if each.pk in theirs), *came]


@dataclass(frozen=True)
class SeasonAsked:
    """A coming season that a player is asked for, and their answer ("" if none)."""

    league: League
    reply: str


def seasons_asked(player: Player) -> list[SeasonAsked]:
    """List the coming seasons that a player is asked for and that have not begun."""
    found = League.objects.filter(club=player.club_id, before__isnull=False, closed_at=None)
    coming = [league for league in found.select_related("before") if is_asked(league, player)]
    return [SeasonAsked(each, season_replies(each).get(player.pk, "")) for each in coming]


def is_asked(league: League, player: Player) -> bool:
    if league.before is None or league.closed_at or has_begun(league):
        return False
    return player.pk in asked_for(league) or player.pk in season_replies(league)
