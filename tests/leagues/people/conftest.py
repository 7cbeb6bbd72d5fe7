"""The hall of the tests of people."""

from __future__ import annotations

from leagues.models import Player
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])


@scene
def bev(cast: Cast) -> Player:
    return Player.objects.create(
        club=cast.club, name="Beverly Smith", family_name="Smith"
    )


@scene
def twin(cast: Cast) -> Player:
    """Bev again, as she wrote herself down at the door."""
    return Player.objects.create(club=cast.club, name="Bev Smith", is_guest=True)
