"""The demo club. The same seed on the same day builds the same club."""

from dataclasses import dataclass
from datetime import date, timedelta

from django.db import transaction

from leagues.access.languages import AMERICAN
from leagues.access.roles import who_is
from leagues.actions.club.set_up import set_up_club
from leagues.actions.people.links import give_link
from leagues.demo.coming_doubles import plan_doubles
from leagues.demo.cup import play_cup
from leagues.demo.days import DemoHall
from leagues.demo.interclub_day import play_clubs
from leagues.demo.league import play_league, play_pairs
from leagues.demo.people import create_players, random_strengths
from leagues.demo.small_leagues import play_kinds
from leagues.demo.todays_open import play_open
from leagues.demo.winter_nights import PLACE, play_nights
from leagues.models import Board, Club, ClubPage, Match, Player, Season
from leagues.pairing.seeds import roll_dice

NAME = "Millrace Crokinole Club"
ZONE = "America/Toronto"
EMAIL = "organiser@millrace.example"
BOARDS = 26
PAGE = {
    "about": (
        "We have played crokinole above the old mill since 1998: a league night every week, "
        "leagues with matches on days you choose, and two open tournaments a year.\n\n"
        "Never played? Come along. We have boards, and someone will show you how."
    ),
    "place": PLACE,
    "address": "12 Race Street, Millrace",
    "contact": "Ask for Agnieszka at the desk.",
    "email": "hello@millrace.example",
}


@dataclass(frozen=True)
class Demo:
    """The demo club and how to sign in to it."""

    player: Player
    token: str


@transaction.atomic
def build_demo(seed: str, today: date, password: str) -> Demo:
    """Build the demo as the home club of this site."""
    return play_present(found_club(seed, today, password))


def found_club(seed: str, today: date, password: str) -> DemoHall:
    """Create the club with its people and boards, without any play."""
    owner = set_up_club(name=NAME, zone=ZONE, email=EMAIL, password=password, language=AMERICAN)
    # Its people have made-up addresses.
    Club.objects.update(sends_from="", shows_ratings=True)
    club = Club.objects.get(is_home=True)
    ClubPage.objects.create(club=club, **PAGE)
    players = create_players(club)
    return DemoHall(
        club=club,
        owner=who_is(owner),
        players=players,
        strengths=random_strengths(players, roll_dice(seed, "strengths")),
        boards=Board.objects.bulk_create(
            Board(club=club, number=number) for number in range(1, BOARDS + 1)
        ),
        season=season_of(club, today),
        seed=seed,
        today=today,
    )


def play_present(hall: DemoHall) -> Demo:
    """Play last month's cup, the leagues so far, last week's inter-club day and today's open,
    and add what is planned.
    """
    play_cup(hall)
    play_league(hall)
    play_pairs(hall)
    play_nights(hall)
    play_kinds(hall)
    play_clubs(hall)
    afternoon = play_open(hall)
    plan_doubles(hall)
    playing = Match.objects.filter(event=afternoon).at_a_board()
    player = playing[0].sides.all()[0].players.all()[0]
    token = give_link(by=hall.owner, player=player)
    return Demo(player, token)


def season_of(club: Club, today: date) -> Season:
    """Create the season: it began two months ago and lasts half a year."""
    first = (today - timedelta(days=61)).replace(day=1)
    last = first + timedelta(days=210)
    years = {first.year, last.year}
    name = f"{first.year}–{last.year % 100:02}" if len(years) > 1 else f"{first.year}"
    return Season.objects.create(club=club, name=name, starts_on=first, ends_on=last)
