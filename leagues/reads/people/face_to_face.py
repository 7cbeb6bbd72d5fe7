"""Two players face to face: their figures in two columns, with the better one marked."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from leagues.models import Player
from leagues.reads.people.careers import Tally, read_career
from leagues.reads.people.rating_list import rated_in_public
from leagues.reads.people.stored_sums import Sums


@dataclass(frozen=True)
class FaceLine:
    """A figure of two players. ``places`` is how many decimals it has."""

    label: str
    one: float
    two: float
    places: int = 0

    @property
    def most(self) -> float:
        """The larger figure, as long as a whole bar; 1 if both are 0."""
        return max(self.one, self.two) or 1

    @property
    def one_leads(self) -> bool:
        return self.one > self.two

    @property
    def two_leads(self) -> bool:
        return self.two > self.one


def face_to_face(one: Player, two: Player, met: Tally, sums: Sums) -> list[FaceLine]:
    """The figures of two players: of their matches against each other, then of all they played."""
    careers = read_career(one, sums), read_career(two, sums)
    lines = []
    if met.played:
        lines = [FaceLine(_("won against each other"), met.won, met.lost)]
        if met.tied:
            lines += [FaceLine(_("tied with each other"), met.tied, met.tied)]
        lines += [FaceLine(_("points against each other"), met.points, met.against)]
    rated = rated_in_public(sums, [one.pk, two.pk]) if one.club.shows_ratings else {}
    if len(rated) == 2:
        lines += [FaceLine(_("rating"), rated[one.pk].shown, rated[two.pk].shown)]
    played = [each.tally.played for each in careers]
    if all(played):
        shares = [100 * each.tally.won / each.tally.played for each in careers]
        lines += [
            FaceLine(pgettext("below a number", "matches played"), *played),
            FaceLine(_("percent won"), *map(round, shares)),
        ]
    if all(each.twenties.rounds for each in careers):
        first, second = (each.twenties.each for each in careers)
        lines += [FaceLine(_("20s a round"), first, second, places=2)]
    games = [each.best_game.most for each in careers if each.best_game]
    if len(games) == 2:
        lines += [FaceLine(_("most 20s in a game"), *games)]
    return lines
