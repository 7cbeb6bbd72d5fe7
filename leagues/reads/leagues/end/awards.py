"""Awards of a league: those the season suggests, those given, and their winners."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from leagues.models import Award, EntryPlayer, Event, League, Player
from leagues.reads.advance.finals import finals_of
from leagues.reads.leagues.end.champions import finals_by_division, finals_won, undecided_divisions
from leagues.reads.leagues.table.night_results import finishes_from, meetings_from, result_at
from leagues.reads.leagues.table.season import season_of
from leagues.reads.leagues.table.table_lines import LeagueLine, league_lines, lines_of_season
from scoring.season import (
    AwardKind,
    AwardLine,
    Score,
    SeasonEvent,
    SeasonNight,
    SuggestedAward,
    suggested_awards,
)


@dataclass(frozen=True)
class AwardChoice:
    """A suggested award with its player, and whether it was given."""

    award: SuggestedAward[int]
    player: Player
    rival: Player | None
    is_given: bool

    @property
    def key(self) -> str:
        return key_of(self.facts)

    @property
    def named(self) -> str:
        return str(Award.Kind(self.award.kind.value).label)

    @property
    def facts(self) -> dict[str, Any]:
        """The award as it is stored."""
        return {
            "kind": self.award.kind.value,
            "title": "",
            "division": self.award.division or "",
            "player_id": self.award.player,
            "rival_id": self.award.rival,
            "figures": [
                each if isinstance(each, int) else str(each) for each in self.award.figures
            ],
        }


def key_of(facts: Mapping[str, Any]) -> str:
    """The key of an award in a form: its kind and player."""
    return f"{facts['kind']}:{facts['player_id']}"


def key_of_award(award: Award) -> str:
    """The key of a given award: the key of its suggestion, plus the title of a club's own award."""
    own = f":{award.title}" if award.title else ""
    return f"{award.kind}:{award.player_id}{own}"


def award_choices(league: League) -> list[AwardChoice]:
    """List the awards the season suggests, in the order they are read out."""
    given = {(a.kind, a.player_id) for a in league.awards.all()}
    order = list(AwardKind)
    found = sorted(_suggest_awards(league), key=lambda each: order.index(each.kind))
    once = {(each.kind, each.player): each for each in found}  # one award, also for several rivals
    suggested = list(once.values())
    people = Player.objects.in_bulk(
        {pk for each in suggested for pk in (each.player, each.rival) if pk}
    )
    return [
        AwardChoice(
            each,
            people[each.player],
            people[each.rival] if each.rival else None,
            (each.kind.value, each.player) in given,
        )
        for each in suggested
    ]


def awards_given(leagues: Collection[League]) -> QuerySet[Award]:
    """The awards given in these leagues, with the player and the rival of an upset."""
    found = Award.objects.filter(league__in=leagues).order_by("pk")
    return found.select_related("player__merged_into", "rival__merged_into")


def _suggest_awards(league: League) -> Iterable[SuggestedAward[int]]:
    """Yield the suggested awards. If finals decide the champion, it is their winner, and no one is
    suggested before they are played. Champions are not suggested as finals winners too.
    """
    lines = league_lines(league)
    divisions = {line.division for line in lines}
    won = finals_by_division(finals_won([league]).get(league.pk, ()), divisions)
    by_finals = {*won, *undecided_divisions(league, divisions)}
    champions = {player for each in won.values() for player in each.winners}
    for each in _of_season(league):
        if each.kind == AwardKind.FINALS and each.player in champions:
            continue
        of_table = "" not in by_finals and (each.division or "") not in by_finals
        if each.kind != AwardKind.CHAMPION or of_table:
            yield each
    totals = {player.pk: line.total for line in lines for player in line.players}
    for division, decided in won.items():
        for player in decided.winners:
            if player in totals:
                figures = (totals[player],)
                yield SuggestedAward(AwardKind.CHAMPION, player, figures, division or None)


def _of_season(league: League) -> Iterable[SuggestedAward[int]]:
    if league.has_dated_matches:
        yield from _of_matches(league)
    else:
        season = season_of(league)
        lines = lines_of_season(season)
        yield from suggested_awards(
            [line.award for line in lines if line.award],
            season.season_nights,
            enrolments=season.enrolments,
            newcomers=newcomers_in(league, lines),
        )
    yield from _of_finals(league)


def _of_matches(league: League) -> Iterable[SuggestedAward[int]]:
    """List the suggestions of a league of dated matches, taken as one night of many matches."""
    event = league.event
    assert event is not None
    kept = result_at(event.pk, event.revision)
    finishes = finishes_from(kept, in_groups=False)
    made = {player: each for each in finishes for player in each.players}
    lines = league_lines(league)
    night = SeasonEvent(event.name, finishes, meetings=meetings_from(kept))
    return suggested_awards(
        [
            AwardLine(
                player.pk,
                line.place,
                line.total,
                line.division or None,
                line.qualifies,
                (_season_score(event, line, made[player.pk].twenties, made[player.pk].rounds),)
                if player.pk in made
                else (),
            )
            for line in lines
            for player in line.players
        ],
        [SeasonNight(event.name, (night,))],
        newcomers=newcomers_in(league, lines),
    )


def _season_score(
    event: Event, line: LeagueLine, twenties: int | None, rounds: int | None
) -> Score:
    return Score(event.name, line.place, line.total, night=1, twenties=twenties, rounds=rounds)


def _of_finals(league: League) -> Iterable[SuggestedAward[int]]:
    """Yield an award for each winner of finished finals, with their seed."""
    for each in league.finals.select_related("event"):
        event = each.event
        if event.state == Event.State.FINISHED and not event.binned_at:
            for placed in finals_of(event).places:
                if placed.place == 1:
                    for line in placed.entry.line_up.all():
                        seed = placed.entry.seed or 0
                        yield SuggestedAward(AwardKind.FINALS, line.player_id, (seed,))


def newcomers_in(league: League, lines: Iterable[LeagueLine]) -> set[int]:
    """The ids of players who had not played in any of the club's leagues before this one began."""
    here = {player.pk for line in lines for player in line.players}
    first = league.nights.in_order().first()
    if first is None:
        return set()
    of_league = Q(event__night__isnull=False) | Q(event__league__isnull=False)
    before = EntryPlayer.objects.filter(
        of_league, player__in=here, event__starts_at__lt=first.starts_at, event__binned_at=None
    ).exclude(Q(event__night__league=league) | Q(event__league=league))
    return here - set(before.values_list("player", flat=True))
