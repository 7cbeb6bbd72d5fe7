"""Scenes of the tests of people."""

from uuid import uuid4

from leagues.access.roles import ANONYMOUS
from leagues.actions.entries.registration import Newcomer, enter_stranger
from leagues.models import Event, Player
from tests.cast import Cast
from tests.leagues.people.twins import make_event
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])


@scene
def bev(cast: Cast) -> Player:
    return Player.objects.create(club=cast.club, name="Beverly Smith", family_name="Smith")


@scene
def twin(cast: Cast) -> Player:
    """Bev a second time, as she entered herself at the door."""
    return Player.objects.create(club=cast.club, name="Bev Smith", is_guest=True)


@scene
def stranger(cast: Cast) -> tuple[Player, str]:
    """A guest who entered an open event as "Beverly Smith", and the secret of their link."""
    event = make_event(cast)
    Event.objects.filter(pk=event.pk).update(takes_entries=True)
    registered = enter_stranger(
        by=ANONYMOUS, event=event, key=uuid4(), newcomer=Newcomer("Beverly Smith")
    )
    return registered.entry.line_up.get().player, registered.token
