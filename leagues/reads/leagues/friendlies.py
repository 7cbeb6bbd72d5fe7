"""Friendlies that may count: for ratings, or for a league in which both could meet now."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max

from leagues.models import CountOffer, Entry, Event, League, Match, Player, Surface
from leagues.models.events import FRIENDLIES
from leagues.reads.events.sheets import format_of, match_format_of
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.kinds.ladder import ladder_of
from leagues.reads.leagues.kinds.own_time import own_time_of
from leagues.reads.leagues.matches.unplayed import open_matches
from leagues.reads.leagues.matches.weeks import open_stage
from leagues.stages.league_kinds import ALL
from scoring.matches import SingleGame

ASKED_WITHIN = timedelta(days=2)
"""How long after its end a player may propose that a friendly counts."""
ANSWERED_WITHIN = timedelta(days=2)
KINDS = [each.name for each in ALL if each.is_arranged]


@dataclass(frozen=True)
class FittingLeague:
    """A league in which the players of a friendly could meet now, with their entries."""

    league: League
    entry: Entry
    """On a ladder, the challenger."""
    other: Entry
    match: Match | None
    """A match or challenge they have arranged and not begun, or None."""


def fitting_leagues(friendly: Match, now: datetime) -> list[FittingLeague]:
    """List the leagues for which a finished friendly between two members may count. It must have
    been played by the league's rule sheet.
    """
    if not _is_countable(friendly, now):
        return []
    two = [list(side.players.all()) for side in friendly.sides.order_by("seat")]
    if [len(people) for people in two] != [1, 1]:
        return []
    [one], [other] = two
    leagues = (
        League.objects.filter(
            kind__in=KINDS,
            closed_at=None,
            event__state=Event.State.RUNNING,
            event__entries__players=one,
            club=friendly.event.club_id,
        )
        .filter(event__entries__players=other)
        .select_related("event", "club")
        .distinct()
        .order_by("pk")
    )
    found = (_find_fit(each, one, other, now) for each in leagues)
    return [each for each in found if each and _is_same_game(friendly, each.league)]


def fitting_league(friendly: Match, league: League, now: datetime) -> FittingLeague | None:
    found = fitting_leagues(friendly, now)
    return next((each for each in found if each.league == league), None)


def _is_countable(match: Match, now: datetime) -> bool:
    return (
        match.event.kind in FRIENDLIES
        and match.ending == Match.Ending.PLAYED
        and match.finished_at is not None
        and now <= match.finished_at + ASKED_WITHIN
    )


def may_be_rated(match: Match) -> bool:
    """True if two players have finished a friendly that was played for fun."""
    if match.event.kind != Event.Kind.FOR_FUN or match.ending != Match.Ending.PLAYED:
        return False
    people = match.sides.annotate(people=Count("players"))
    return list(people.values_list("people", flat=True)) == [1, 1]


def agreed_seats(match: Match) -> set[int]:
    """The seats of the sides that agreed to count it, since the last report of a result."""
    agreed = {side.seat: side.agreed_at for side in match.sides.all()}
    last = match.reports.aggregate(last=Max("received_at"))["last"]
    return {seat for seat, at in agreed.items() if at and (last is None or last <= at)}


def may_still_agree(match: Match, now: datetime) -> bool:
    return may_be_rated(match) and _is_countable(match, now)


def _is_same_game(friendly: Match, league: League) -> bool:
    """True if both are one single game by the same rule sheet."""
    assert league.event is not None
    stage = open_stage(league.event)
    if stage is None or friendly.event.rules != league.event.rules:
        return False
    both = (match_format_of(stage), format_of(friendly))
    return all(isinstance(each, SingleGame) for each in both)


def _find_fit(league: League, one: Player, other: Player, now: datetime) -> FittingLeague | None:
    if league.of_kind.is_ladder:
        return _on_ladder(league, one, other, now)
    state = own_time_of(league, evening_day(league, now))
    mine, theirs = state.entry_of(one), state.entry_of(other)
    if mine is None or theirs is None or mine == theirs:
        return None
    match = _open_between(league, mine, theirs)
    if match is None and not state.may_arrange(mine, theirs):
        return None
    return FittingLeague(league, mine, theirs, match)


def _on_ladder(league: League, one: Player, other: Player, now: datetime) -> FittingLeague | None:
    """The ladder as a league that fits, or None. The lower player is the challenger."""
    state = ladder_of(league)
    mine, theirs = state.line_of(one), state.line_of(other)
    if mine is None or theirs is None or mine == theirs:
        return None
    lower, upper = sorted((mine, theirs), key=lambda line: -line.place)
    match = _open_between(league, lower.entry, upper.entry)
    why = state.ladder.refusal(lower.entry.pk, upper.entry.pk, state.rules, now)
    if match is None and why is not None:
        return None
    return FittingLeague(league, lower.entry, upper.entry, match)


def _open_between(league: League, entry: Entry, other: Entry) -> Match | None:
    """The match between two entries that is arranged and not begun, or None."""
    keys = open_matches(league).filter(match__rounds=None).values("match")
    found = Match.objects.filter(pk__in=keys, sides__entries=entry)
    return found.filter(sides__entries=other).order_by("number").first()


# --- On their own pages -------------------------------------------------------------------


@dataclass(frozen=True)
class OwnFriendly:
    """A friendly as one of its players sees it: the leagues it may count for, and the offers."""

    match: Match
    seat: int
    against: str
    leagues: tuple[FittingLeague, ...]
    offer: CountOffer | None
    counts_in: League | None = None
    may_be_rated: bool = False
    has_agreed: bool = False
    """This side has agreed to count it for ratings. The other side has not."""
    is_asked_to_rate: bool = False
    is_rated: bool = False

    @property
    def result(self) -> str:
        """The score with the player's own points first."""
        points = {side.seat == self.seat: side.result for side in self.match.sides.all()}
        return f"{points[True]}–{points[False]}"

    @property
    def is_asked(self) -> bool:
        return self.offer is not None and self.offer.seat != self.seat


def own_friendlies(player: Player, now: datetime) -> list[OwnFriendly]:
    """List the player's latest friendlies that they can still do something about."""
    played = Match.objects.filter(
        event__kind__in=FRIENDLIES,
        event__binned_at=None,
        sides__players=player,
        finished_at__gte=now - ASKED_WITHIN,
    )
    found = played.select_related("event", "pairing_round__stage").with_sides()
    return list(_active_friendlies(found.order_by("-finished_at"), player, now))


def _active_friendlies(
    matches: Iterable[Match], player: Player, now: datetime
) -> Iterator[OwnFriendly]:
    for match in matches:
        own = own_friendly(match, player, now)
        if own.leagues or own.offer or own.counts_in or own.may_be_rated or own.is_rated:
            yield own


def own_friendly(match: Match, player: Player, now: datetime) -> OwnFriendly:
    sides = list(match.sides.all())
    mine = next(side for side in sides if player in side.players.all())
    offers = CountOffer.objects.filter(friendly=match).select_related(
        "league__club", "league__event", "friendly__event"
    )
    offer = next((each for each in offers if each.is_open(now)), None)
    taken = next((o for o in offers if o.state == CountOffer.State.TAKEN), None)
    is_settled = offer is not None or taken is not None
    agreed = agreed_seats(match) if match.event.kind == Event.Kind.FOR_FUN else set()
    return OwnFriendly(
        match,
        mine.seat,
        next((s.shown_on(Surface.WEB) for s in sides if s is not mine), ""),
        () if is_settled else tuple(fitting_leagues(match, now)),
        offer,
        taken.league if taken else None,
        not is_settled and may_still_agree(match, now),
        mine.seat in agreed,
        bool(agreed - {mine.seat}),
        match.event.kind == Event.Kind.FRIENDLIES and match.ending == Match.Ending.PLAYED,
    )
