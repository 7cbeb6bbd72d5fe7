"""The club's yearly membership: who has paid, who owes and who lapsed."""

from datetime import UTC, date, datetime

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client

from leagues.actions.leagues.dues import Paid, change_fee, note_membership
from leagues.actions.log.sentences import sentence_of
from leagues.actions.log.undo import undo
from leagues.models import Action, Club, Due, Player
from leagues.reads.leagues.dues import sums_of
from leagues.reads.leagues.membership import MemberLine, members_in, membership_year, year_label
from tests.cast import Cast
from tests.leagues.people.twins import merge_into
from tests.scenes import scene

pytestmark = pytest.mark.django_db

PAGE = "/desk/people/membership/"
NOVEMBER = datetime(2026, 11, 26, 12, tzinfo=UTC)


@scene
def club(cast: Cast) -> Cast:
    """£20 a year from September. Ben, Cat and Gus are members, Ida is a guest."""
    for name in ("Gus", "Ida"):
        Player.objects.create(club=cast.club, name=name, is_guest=name == "Ida")
    change_fee(by=cast.who("ann"), club=cast.club, fee=2000, currency="£", first_month=9)
    cast.club.refresh_from_db()
    return cast


def note_fee(cast: Cast, name: str, year: int, state: str, amount: int | None = None) -> None:
    player = Player.objects.get(name__startswith=name)
    note_membership(
        by=cast.who("ann"), club=cast.club, year=year, paid={player.pk: Paid(state, amount)}
    )


def lines_by_name(cast: Cast, year: int = 2026) -> dict[str, MemberLine]:
    lines = members_in(cast.club, year)
    return {line.player.name.split()[0]: line for line in lines}


def test_a_year_begins_with_its_first_month(club: Cast) -> None:
    days = [date(2026, 8, 31), date(2026, 9, 1), date(2027, 1, 1)]

    assert [membership_year(club.club, day) for day in days] == [2025, 2026, 2026]
    assert year_label(club.club, 2026) == "2026–27"
    assert year_label(Club(first_month=1), 2026) == "2026"


def test_everybody_but_guests_is_listed_by_state(club: Cast) -> None:
    note_fee(club, "Gus", 2024, "paid")
    note_fee(club, "Ben", 2025, "waived")
    note_fee(club, "Cat", 2026, "part", 500)

    lines = lines_by_name(club)
    assert [(name, line.group, line.until, line.owed) for name, line in lines.items()] == [
        ("Ben", "Owes", date(2026, 8, 31), 2000),
        ("Cat", "Paid in part", None, 1500),
        ("Gus", "Lapsed", date(2025, 8, 31), 0),
    ]
    note_fee(club, "Gus", 2026, "paid")
    assert (lines_by_name(club)["Gus"].group, lines_by_name(club)["Gus"].until) == (
        "Paid", date(2027, 8, 31)
    )  # fmt: skip
    assert sums_of(lines_by_name(club).values()).taken == 2500


def test_all_are_paid_in_one_press_but_not_who_lapsed(club: Cast) -> None:
    note_fee(club, "Gus", 2024, "paid")
    listed = [line.player.pk for line in lines_by_name(club).values()]
    ann = club.browser_of("ann")

    with time_machine.travel(NOVEMBER, tick=False):
        assert "2 of 2 still owe" in ann.get(PAGE).content.decode()
        ann.post(PAGE, {"listed": listed, "all": "1"})
        assert "Everyone has paid" in ann.get(PAGE).content.decode()
    assert {name: line.group for name, line in lines_by_name(club).items()} == {
        "Ben": "Paid", "Cat": "Paid", "Gus": "Lapsed"
    }  # fmt: skip
    line = Action.objects.latest("pk")
    assert sentence_of(line.verb, line.details).endswith(" for 2026–27.")
    undo(by=club.who("olga"), action=line)
    assert Due.objects.count() == 1


def test_without_a_fee_no_one_owes(club: Cast) -> None:
    change_fee(by=club.who("ann"), club=club.club, fee=None, currency="£", first_month=9)
    page = club.browser_of("ann").get(PAGE).content.decode()

    assert "No fee is set yet" in page
    assert 'action="/desk/people/membership/fee/"' in page
    assert "Set the fee</button>" in page
    assert "still owe" not in page
    assert "Ben Ito" not in page


def test_a_year_far_away_is_no_page(club: Cast) -> None:
    with time_machine.travel(NOVEMBER, tick=False):
        status = [
            club.browser_of("ann").get(f"{PAGE}?year={year}").status_code
            for year in ("2025", "2027", "2028", "1900", "x")
        ]
    assert status == [200, 200, 404, 404, 404]


def test_players_read_their_own_membership(club: Cast) -> None:
    note_fee(club, "Cat", 2026, "part", 500)
    with time_machine.travel(NOVEMBER, tick=False):
        page = Client().get(f"/me/{club.cats_token}/").content.decode()
    assert "Membership of the club" in page
    assert "you owe £15" in " ".join(page.split())


def test_a_file_of_the_members(club: Cast) -> None:
    note_fee(club, "Cat", 2026, "paid")
    answer = club.browser_of("ann").get(f"{PAGE}members.csv?year=2026")
    lines = answer.getvalue().decode("utf-8-sig").splitlines()
    assert any(
        line.startswith("Cat van der Berg,Paid,20,0,0,") and line.endswith("2027-08-31")
        for line in lines
    )
    assert "Ben Ito,Owes,0,20,0,,," in lines


def test_two_who_were_one_person_are_one_member(club: Cast) -> None:
    twin = Player.objects.create(club=club.club, name="Twin")
    for year, state in ((2025, "paid"), (2026, "waived")):
        note_fee(club, "Twin", year, state)
    note_fee(club, "Gus", 2026, "paid")

    merge_into(club, Player.objects.get(name="Gus"), twin)

    mine = Due.objects.filter(player__name="Gus").order_by("year")
    assert list(mine.values_list("year", "state")) == [(2025, "paid"), (2026, "paid")]


def test_a_due_is_of_a_league_or_of_a_year(club: Cast) -> None:
    for facts in ({}, {"year": 2026, "night_id": 1}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Due.objects.create(player=club.cat_plays, state="paid", **facts)
