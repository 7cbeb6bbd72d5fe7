"""Sixty people of a typical club, including names that tend to break pages."""

from dataclasses import dataclass
from random import Random
from statistics import fmean, pstdev

from leagues.models import Club, Player
from leagues.models.names import guess_family_name
from leagues.models.people import NameStyle


@dataclass(frozen=True)
class DemoPerson:
    name: str
    is_guest: bool = False
    is_minor: bool = False
    alias: str = ""


MEMBERS = [
    "",
    "Agnieszka Wiśniewska",
    "Alasdair MacGillivray",
    "Amara Okonkwo",
    "Anneke van der Berg",
    "Annemarie Schwarzenbach-Oberholzer",
    "Arjun Ramachandran",
    "Aurélie Lefèvre",
    "Beatrix O’Sullivan",
    "Björn Åkerström",
    "Bram de Vries",
    "Brian Smith",
    "Catherine Smith",
    "Charles Martin",
    "Chloë Dufresne",
    "Christopher Montgomery-Smythe",
    "Dagmar Novotná",
    "Daniel Martin",
    "Đorđe Petrović",
    "Eleanor Baumann",
    "Emeka Eze",
    "Enrique de la Cruz",
    "Erzsébet Kovács",
    "Fatima El-Amin",
    "Fionnuala Ní Dhomhnaill",
    "George Whitcombe",
    "Gráinne Kelly",
    "Hamish Reid",
    "Hannah Stein",
    "Ingrid Sæther",
    "István Kovács",
    "Jan Kowalczyk",
    "Jean-Baptiste Tremblay",
    "Jo Li",
    "José Ángel Hernández Villaseñor",
    "Kateřina Dvořáková",
    "Lars Ng",
    "Leilani Kealoha",
    "Łukasz Zieliński",
    "Madeleine Bouchard",
    "Margaret Smith",
    "Maximiliana Featherstonehaugh-Vandenberghe",
    "Mei Tanaka",
    "Nadia Haddad",
    "Nils Öberg",
    "Olivia Brubacher",
    "Omar Haddad",
    "Pádraig Byrne",
    "Ruth Martin",
    "Sibusiso Ndlovu",
    "Thérèse Gagnon",
    "Tom Weber",
    "Valentina Rossi",
    "Wim Janssen",
    "",
][1:-1]

OTHERS = (
    DemoPerson("Suharto"),
    DemoPerson("Rosalind Achterberg", alias="Ditch Rose"),
    DemoPerson("Leo Brubacher", is_minor=True),
    DemoPerson("Maya Okonkwo", is_minor=True),
    DemoPerson("Quentin Abernathy", is_guest=True),
    DemoPerson("Xiomara Fuentes", is_guest=True),
    DemoPerson("Zoltán Nagy", is_guest=True),
)

PEOPLE = (*map(DemoPerson, MEMBERS), *OTHERS)


def create_players(club: Club) -> list[Player]:
    """Create all people as players, in the order of the list."""
    return Player.objects.bulk_create(
        Player(
            club=club,
            name=person.name,
            family_name=guess_family_name(person.name),
            alias=person.alias,
            name_on_web=NameStyle.ALIAS if person.alias else "",
            name_on_wall=NameStyle.ALIAS if person.alias else "",
            is_guest=person.is_guest,
            is_minor=person.is_minor,
        )
        for person in PEOPLE
    )


def random_strengths(players: list[Player], dice: Random) -> dict[int, float]:
    """Return each player's strength: 0 is the club's average, 1 is clearly better."""
    drawn = [dice.gauss(0, 1) for _ in players]
    average, spread = fmean(drawn), pstdev(drawn)
    shares = ((one - average) / spread for one in drawn)
    return {player.pk: share for player, share in zip(players, shares, strict=True)}
