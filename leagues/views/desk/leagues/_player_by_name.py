"""Find the player for a name typed by a host."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from leagues.forms.leagues.nights.tonight import WalkUpForm
from leagues.models import Night, Player
from leagues.reads.people.name_matches import KnownMatch, register_of
from leagues.views.desk.entries.entries import numbers_in

NEW = "new"


@dataclass(frozen=True)
class Typed:
    form: WalkUpForm
    is_asked: bool = False
    """True if the host must first enter a name or choose among similar players."""
    player: Player | None = None
    """None for a new name."""
    alike: Sequence[KnownMatch] = ()

    @property
    def name(self) -> str:
        name: str = self.form.cleaned_data["name"]
        return name

    @property
    def is_guest(self) -> bool:
        return bool(self.form.cleaned_data.get("is_guest"))


def find_typed(night: Night, sent: Mapping[str, str]) -> Typed:
    """Return the chosen player, else the only one with this name, else candidates to choose."""
    form = WalkUpForm(sent, league=night.league)
    if not form.is_valid():
        return Typed(form, is_asked=True)
    name, choice = form.cleaned_data["name"], sent.get("choice", "")
    found = register_of(night.league.club).find(name)
    sure = [each.person.pk for each in found if each.likeness.is_sure]
    chosen = numbers_in([choice]) or (sure if len(sure) == 1 else [])
    people = Player.objects.present().filter(club=night.league.club)
    if player := people.filter(pk__in=chosen).first():
        return Typed(form, player=player)
    is_asked = bool(found) and choice != NEW
    return Typed(form, is_asked=is_asked, alike=found if is_asked else ())
