"""Play a match with its rounds, and read a player's page."""

from datetime import timedelta

from leagues.models import Match, MatchSide, Player
from leagues.reads.people.careers import Career, Tally, load_opponents, met_by, read_career
from leagues.reads.people.rating_story import RatingStory, rating_story
from leagues.reads.people.stored_sums import sums_of
from tests.leagues.play.desk_hall import NOON, DeskHall
from tests.leagues.site.test_public import read_page


def play_match(
    hall: DeskHall, a: int, b: int, card: str, twenties: str = "", days: int = 0
) -> Match:
    """A match of two with its rounds: "20 11 02" and the 20s of each, "3-1 2-2 0-1"."""
    [match] = hall.publish((a, b)).matches.all()
    points = [[int(each[0]), int(each[1])] for each in card.split()]
    made = [[int(n) for n in each.split("-")] for each in twenties.split()]
    for at, each in enumerate(points):
        match.rounds.create(
            number=at + 1,
            first=at % 2,
            state="agreed",
            points=each,
            twenties=made[at] if made else None,
        )
    total = [sum(column) for column in zip(*points, strict=True)]
    winner = None if total[0] == total[1] else total.index(max(total))
    Match.objects.filter(pk=match.pk).update(
        state="finished",
        ending="played",
        winner=winner,
        finished_at=NOON + timedelta(days=days, minutes=match.number),
    )
    shot = [sum(column) for column in zip(*made, strict=True)] or [None, None]
    for seat, n in enumerate(total):
        side = MatchSide.objects.filter(match=match, seat=seat)
        side.update(points=n, twenties=shot[seat])
    match.refresh_from_db()
    hall.event.touch()  # as every verb does
    return match


def player_named(name: str) -> Player:
    return Player.objects.get(name=name)


def career_named(name: str) -> Career:
    return read_career(player_named(name), sums_of(player_named(name).club))


def rating_of(name: str) -> RatingStory:
    return rating_story(player_named(name), sums_of(player_named(name).club))


def opponents_of(name: str) -> list[tuple[Player, Tally]]:
    return load_opponents(met_by(player_named(name)))


def page_of(name: str) -> str:
    return " ".join(read_page(player_named(name).get_absolute_url()).split())
