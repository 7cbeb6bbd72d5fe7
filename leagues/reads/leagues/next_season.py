"""A season to come: who was asked, who says in, and in which division they would play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from leagues.models import Enrolment, Entry, Event, League, Player, SeasonAnswer
from leagues.reads.leagues.league_lines import LeagueLine, by_division, league_lines
from leagues.stages.group_plan import GroupPlan
from leagues.stages.promotion import Movement, Stood, next_groups

Says = SeasonAnswer.Says


@dataclass(frozen=True)
class AskedPlayer:
    """Somebody who may play the coming season, and where the last one left them."""

    player: Player
    says: str
    line: LeagueLine | None
    division: str
    """Where they would play, or do."""
    is_member: bool
    is_up: bool = False
    is_down: bool = False


@dataclass(frozen=True)
class SeasonIntake:
    """Everybody who was asked, who said in by themselves, and who is a member already."""

    league: League
    asked: tuple[AskedPlayer, ...]
    plan: GroupPlan[int] | None

    def who_said(self, says: str) -> list[AskedPlayer]:
        return [each for each in self.asked if each.says == says]

    @property
    def counts(self) -> dict[str, int]:
        return {name: len(self.who_said(says)) for name, says in _COUNTED.items()}


_COUNTED = {"inside": Says.IN.value, "out": Says.OUT.value, "silent": ""}


def has_begun(league: League) -> bool:
    if league.event is not None:
        return bool(league.event.state != Event.State.PLANNED)
    begun = Event.objects.present().filter(night__league=league)
    return begun.exclude(state=Event.State.PLANNED).exists()


def season_says(league: League) -> dict[int, str]:
    """The last word of everybody, by who they are today."""
    answers = SeasonAnswer.objects.filter(league=league).order_by("pk")
    return {
        merged or player: says
        for player, merged, says in answers.values_list("player", "player__merged_into", "says")
    }


def asked_for(league: League) -> dict[int, Player]:
    """The members of the season before, to its end. Where matches are dated, who came into an
    entry for good is asked in the place of whom they sat for."""
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


def season_intake(league: League) -> SeasonIntake:
    """In a number of queries that never grows."""
    says = season_says(league)
    members = {
        each.player_id: each.division
        for each in league.enrolments.filter(kind=Enrolment.Kind.MEMBER)
    }
    people = asked_for(league)
    others = (says.keys() | members.keys()) - people.keys()
    people |= Player.objects.present().in_bulk(others)
    lines = league_lines(league.before) if league.before else ()
    stood = {player.pk: line for line in lines for player in line.players}
    playing = [pk for pk in people if says.get(pk) == Says.IN or pk in members]
    plan = _plan(league, lines, playing)
    where = _divisions(league, plan)
    asked = (
        AskedPlayer(
            player,
            says.get(pk, ""),
            stood.get(pk),
            members.get(pk, where.get(pk, "")),
            pk in members,
            is_up=plan is not None and pk in plan.up,
            is_down=plan is not None and pk in plan.down,
        )
        for pk, player in people.items()
    )
    order = sorted(asked, key=lambda each: each.player.name)
    return SeasonIntake(league, tuple(order), plan)


def _plan(
    league: League, lines: tuple[LeagueLine, ...], playing: list[int]
) -> GroupPlan[int] | None:
    """Up and down between the divisions of the season before; none where there were none."""
    tables = [
        tuple(
            Stood(player.pk, line.place, line.played, line.total)
            for line in found
            for player in line.players
        )
        for _, found in by_division(lines)
    ]
    many = len(league.divisions)
    if many < 2 or len(tables) != many or not playing:
        return None
    stood = {row.entry for table in tables for row in table}
    each, more = divmod(len(playing), many)
    return next_groups(
        [[table] for table in tables],
        [each + (number < more) for number in range(many)],
        Movement(leaving=stood - set(playing), joining=[pk for pk in playing if pk not in stood]),
    )


def _divisions(league: League, plan: GroupPlan[int] | None) -> Mapping[int, str]:
    if plan is None:
        return {}
    return {pk: league.divisions[level] for pk, level in plan.now.items()}


@dataclass(frozen=True)
class SeasonAsked:
    """A coming season that a player is asked for, and what they have said."""

    league: League
    says: str


def seasons_asked(player: Player) -> list[SeasonAsked]:
    """Until it begins."""
    found = League.objects.filter(club=player.club_id, before__isnull=False, closed_at=None)
    coming = [league for league in found.select_related("before") if is_asked(league, player)]
    return [SeasonAsked(each, season_says(each).get(player.pk, "")) for each in coming]


def is_asked(league: League, player: Player) -> bool:
    if league.before is None or league.closed_at or has_begun(league):
        return False
    return player.pk in asked_for(league) or player.pk in season_says(league)
