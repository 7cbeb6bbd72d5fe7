"""Finals that have been played, and the champions they decide for a league or a division."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet

from leagues.models import Event, League, SeasonFinals
from leagues.reads.advance.finals import FinalPlace
from leagues.reads.advance.podiums import podiums_of


@dataclass(frozen=True)
class FinalsWon:
    """Finished finals with their podium, and the divisions their players came from."""

    event: Event
    divisions: frozenset[str]
    podium: tuple[FinalPlace, ...]

    @property
    def places(self) -> dict[int, int]:
        """The place of each player on the podium, by player id; merged players count as one."""
        return {
            player.merged_into_id or player.pk: each.place
            for each in self.podium
            for player in each.entry.people
        }

    @property
    def winners(self) -> list[int]:
        """The player ids of the winners."""
        return [player for player, place in self.places.items() if place == 1]

    def division_among(self, divisions: Collection[str]) -> str:
        """The division whose champion they decide; "" if it is that of the whole league."""
        [own, *others] = self.divisions or {""}
        return "" if others or len(divisions) < 2 else own


def deciding_finals(leagues: Collection[League]) -> QuerySet[SeasonFinals]:
    """The finals that decide a champion. Finals held as a night of the league are left out,
    because they only pay points into its table.
    """
    made = SeasonFinals.objects.filter(league__in=leagues, event__binned_at=None)
    return made.exclude(event__night__league=F("league")).order_by("pk")


def finals_won(leagues: Collection[League]) -> dict[int, list[FinalsWon]]:
    """The finished finals of each league, by league id. Finals less public than their league are
    left out.
    """
    played = deciding_finals(leagues).filter(
        Q(event__visibility=Event.Visibility.PUBLIC) | Q(event__visibility=F("league__visibility")),
        event__state=Event.State.FINISHED,
    )
    made = list(played.select_related("event"))
    first_three = podiums_of([each.event for each in made]) if made else {}
    found: dict[int, list[FinalsWon]] = {}
    for each in made:
        if podium := first_three[each.event_id].players:
            won = FinalsWon(each.event, _divisions_in(each), podium)
            found.setdefault(each.league_id, []).append(won)
    return found


def finals_by_division(
    finals: Iterable[FinalsWon], divisions: Collection[str]
) -> dict[str, FinalsWon]:
    """The first finals made for each division, by division; "" stands for the whole league."""
    found: dict[str, FinalsWon] = {}
    for each in finals:
        found.setdefault(each.division_among(divisions), each)
    return {"": found[""]} if "" in found else found


def undecided_divisions(league: League, divisions: Collection[str]) -> set[str]:
    """The divisions whose champion will be decided by finals not played yet."""
    to_come = deciding_finals([league]).exclude(event__state=Event.State.FINISHED)
    found: set[str] = set()
    for each in to_come:
        of = FinalsWon(each.event, _divisions_in(each), ()).division_among(divisions)
        found |= {of} if of else set(divisions)
    return found


def _divisions_in(finals: SeasonFinals) -> frozenset[str]:
    return frozenset(seed["division"] for seed in finals.seeds)
