"""Who moved in a league's table by one night."""

from dataclasses import dataclass

from leagues.models import Night, Player
from leagues.reads.leagues.season import LeagueSeason, season_of


@dataclass(frozen=True)
class Mover:
    """Where somebody stood before the night and stands after it."""

    player: Player
    before: int | None
    """Nothing where they were not in the table yet."""
    after: int

    @property
    def is_up(self) -> bool:
        return self.before is None or self.after < self.before


def movers(night: Night) -> tuple[Mover, ...]:
    """Those whose place in the table has changed by this night, best first."""
    season = season_of(night.league)
    number = next(each.number for each in season.nights if each.row.pk == night.pk)
    before, after = _places(season, number - 1), _places(season, number)
    moved = {player: place for player, place in after.items() if before.get(player) != place}
    people = Player.objects.in_bulk(list(moved))
    return tuple(
        Mover(people[player], before.get(player), place)
        for player, place in sorted(moved.items(), key=lambda two: two[::-1])
    )


def _places(season: LeagueSeason, number: int) -> dict[int, int]:
    """Before the first night nobody has a place."""
    if number < 1:
        return {}
    return {row.player: row.place for row in season.after(number).rows}
