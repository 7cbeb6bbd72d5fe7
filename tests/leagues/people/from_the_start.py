"""Ratings and careers computed from the first match on, to check the stored sums."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from leagues.models import Club, Match, MatchSide, Player
from leagues.reads.events.sheets import sheet_of
from leagues.reads.people.careers import Best, read_career
from leagues.reads.people.rating_story import rating_story
from leagues.reads.people.ratings import ratings_of
from leagues.reads.people.records import records_of
from leagues.reads.people.stored_sums import sums_of
from scoring.ratings import RatedMatch, by_points, by_winner, rating_history, replay_matches
from scoring.sides import BySeat, Seat

SAT = {"played", "walkover", "forfeit"}


def players_of(side: MatchSide) -> tuple[int, ...]:
    return tuple(line.player_id for line in side.side_players.all())


def day_of(match: Match) -> date:
    at = match.finished_at or match.event.starts_at
    return at.astimezone(match.event.tzinfo).date()


def matches_in(club: Club) -> list[Match]:
    found = Match.objects.filter(event__club=club, event__binned_at=None)
    found = found.filter(ending__in=SAT).select_related("event")
    return list(found.prefetch_related("sides__side_players", "rounds").order_by("pk"))


def rated_in(matches: list[Match]) -> Iterator[tuple[Match, RatedMatch[int]]]:
    guests = set(Player.objects.filter(is_guest=True).values_list("pk", flat=True))
    for match in matches:
        sides = list(match.sides.all())
        if match.ending != "played" or len(sides) != 2:
            continue
        people = BySeat(*map(players_of, sides))
        if not all(people):
            continue
        points, out = (BySeat(*(side.points for side in sides)), guests & {*sum(people, ())})
        if any(points):
            yield match, by_points(day_of(match), people, points, out)
        else:
            winner = None if match.winner is None else Seat(match.winner)
            yield match, by_winner(day_of(match), people, winner, out)


@dataclass
class Did:
    """The career of one player, counted match by match."""

    went: list[str] = field(default_factory=list)
    points: list[int] = field(default_factory=lambda: [0, 0])
    shot: list[tuple[bool | None, int]] = field(default_factory=list)
    """Whether each round was shot first (nothing among three), and its 20s."""
    rounds: list[tuple[int, int]] = field(default_factory=list)
    games: list[tuple[int, int]] = field(default_factory=list)
    """(20s, match) of each."""
    perfect: int = 0


def careers_in(matches: list[Match]) -> dict[int, Did]:
    did: defaultdict[int, Did] = defaultdict(Did)
    listed = [m for m in matches if m.event.visibility == "public"]
    for match in sorted(listed, key=lambda m: (day_of(m), m.finished_at, m.pk)):
        for side in match.sides.all():
            for player in players_of(side):
                add_match(did[player], match, side)
    return did


def longest_and_current_run(went: list[str], *count: str) -> tuple[int, int]:
    """The longest run, and the current run."""
    best = run = 0
    for each in went:
        run = run + 1 if each in count else 0
        best = max(best, run)
    return best, run


def add_match(did: Did, match: Match, side: MatchSide) -> None:
    if match.winner is None:
        did.went.append("tied" if match.ending == "played" else "lost")
    else:
        did.went.append("won" if match.winner == side.seat else "lost")
    sides = list(match.sides.all())
    did.points[0] += side.points
    did.points[1] += sum(other.points for other in sides if other != side)
    if len(players_of(side)) != 1:
        return
    games: defaultdict[int, int] = defaultdict(int)
    discs = sheet_of(match.event).rule.discs
    for each in match.rounds.all():
        if each.twenties and each.twenties[side.seat] is not None:
            made = each.twenties[side.seat]
            is_first = each.first == side.seat if len(sides) == 2 else None
            did.shot.append((is_first, made))
            did.rounds.append((made, match.pk))
            did.perfect += made >= discs
            games[each.game] += made
    did.games += [(made, match.pk) for made in games.values()]


def best_of(made: list[tuple[int, int]]) -> tuple[int, int] | None:
    most = max((n for n, _ in made), default=0)
    return (most, min(match for n, match in made if n == most)) if most else None


def as_pair(best: Best | None) -> tuple[int, int] | None:
    return (best.most, best.match.pk) if best else None


def ratings_hold(club: Club) -> None:
    """Assert that the stored ratings equal those computed from all matches."""
    rated = [match for _, match in rated_in(matches_in(club))]
    players = Player.objects.values_list("pk", flat=True)
    assert ratings_of(club, players) == replay_matches(rated)


def sums_hold(club: Club) -> None:
    """Assert that the stored sums equal those computed from all matches."""
    matches = matches_in(club)
    rated = list(rated_in(matches))
    evenings = list(rating_history(match for _, match in rated))
    players = list(Player.objects.filter(club=club).select_related("club"))
    ratings_hold(club)
    public = {
        (day, player)
        for match, each in rated
        if match.event.visibility == "public"
        for day in [each.day]
        for side in each.sides
        for player in side
    }
    sums, did = sums_of(club), careers_in(matches)
    for player in players:
        expected = [
            (day, changed[player.pk])
            for day, changed in evenings
            if player.pk in changed and (day, player.pk) in public
        ]
        story = rating_story(player, sums)
        assert [(each.day, each.rating) for each in story.days] == expected
        assert as_kept(player, sums) == as_counted(did.get(player.pk, Did()))
    most = [each.perfect for each in did.values() if each.perfect]
    longest = [
        n for each in did.values() if (n := longest_and_current_run(each.went, "won")[0]) > 1
    ]
    found = records_of(club)
    assert [each.most for each in found.perfect] == of_ten([(-n,) for n in most])
    assert [each.most for each in found.runs] == of_ten([(-n,) for n in longest])
    for kept, made in (
        (found.rounds, {p: best_of(each.rounds) for p, each in did.items()}),
        (found.games, {p: best_of(each.games) for p, each in did.items()}),
    ):
        bests = [(-n, match) for n, match in filter(None, made.values())]
        assert [r.most for r in kept] == of_ten(bests)
        assert [(-r.most, r.match.pk) for r in kept] == sorted(bests)[: len(kept)]


def of_ten(bests: Iterable[tuple[int, ...]]) -> list[int]:
    """The ten best numbers and those tied with the tenth, of at most thirty."""
    order = sorted(-each[0] for each in bests)[::-1][:30]
    return [n for n in order if n >= order[:10][-1]]


def as_kept(player: Player, sums: Any) -> list[Any]:
    found = read_career(player, sums)
    tally = found.tally
    return [
        (tally.won, tally.tied, tally.lost, tally.points, tally.against),
        (found.twenties.rounds, found.twenties.twenties),
        (found.shooting_first.rounds, found.shooting_first.twenties),
        (found.with_hammer.rounds, found.with_hammer.twenties),
        found.perfect_rounds,
        (found.runs.longest, found.runs.won_now),
        (found.runs.longest_unbeaten, found.runs.unbeaten_now),
        as_pair(found.best_round),
        as_pair(found.best_game),
    ]


def as_counted(did: Did) -> list[Any]:
    went = [did.went.count(each) for each in ("won", "tied", "lost")]
    made = {how: [n for is_first, n in did.shot if is_first is how] for how in (True, False, None)}
    shot = [n for _, n in did.shot]
    return [
        (*went, *did.points),
        (len(shot), sum(shot)),
        (len(made[True]), sum(made[True])),
        (len(made[False]), sum(made[False])),
        did.perfect,
        longest_and_current_run(did.went, "won"),
        longest_and_current_run(did.went, "won", "tied"),
        best_of(did.rounds),
        best_of(did.games),
    ]
