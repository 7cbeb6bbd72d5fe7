"""Dues: recorded by the treasurer, ticked on the night, and read only by the player who owes them."""

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils.translation import override

from leagues.actions.leagues.dues import Paid, note_dues
from leagues.actions.leagues.settings import change_league
from leagues.actions.log.sentences import sentence_of
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.people.links import give_link
from leagues.actions.refusal import Refused
from leagues.models import Action, Due, League, Night, Player
from leagues.reads.leagues.dues import dues_of, own_dues
from leagues.reads.leagues.money import in_currency
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import mark_here
from tests.leagues.people.twins import merge_into
from tests.scenes import scene

pytestmark = pytest.mark.django_db

DUES = "/desk/leagues/mondays/dues/"


@scene
def mondays(cast: Cast) -> Mondays:
    """Bo, Gus and Zoë owe for the season. Ben is the treasurer."""
    mondays = Mondays.open(cast, "Bo", "Gus", "Zoë")
    ask_for_dues(mondays, League.Dues.SEASON)
    return mondays


def ask_for_dues(mondays: Mondays, dues: str) -> None:
    change_league(
        by=mondays.cast.who("ann"),
        league=mondays.league,
        facts={"dues": dues, "currency": "€", "treasurer_id": mondays.cast.ben_plays.pk},
    )


def note_payment(
    mondays: Mondays, name: str, state: str, amount: int | None = None, **how: Any
) -> None:
    note_dues(
        by=mondays.cast.who("ben"),
        league=mondays.league,
        paid={mondays.player(name).pk: Paid(state, amount)},
        **how,
    )


def noted_payments(mondays: Mondays, night: Night | None = None) -> dict[str, Paid]:
    return {
        line.player.name: Paid(line.due.state, line.due.amount)
        for line in dues_of(mondays.league, night)
        if line.due
    }


def form_row(mondays: Mondays, name: str, **typed: str) -> dict[str, str]:
    """One row of the page's form as a browser sends it; ``was_…`` is what the page showed."""
    at = f"of-{mondays.player(name).pk}-"
    facts = {"state": "", "amount": "", "initial-state": "", "initial-amount": ""}
    facts |= {key.replace("was_", "initial-"): value for key, value in typed.items()}
    sent = {f"{at}{key}": value for key, value in facts.items() if key[0] != "i"}
    return sent | {f"initial-{at}{key[8:]}": v for key, v in facts.items() if key[0] == "i"}


def log_line() -> str:
    last = Action.objects.latest("pk")
    return sentence_of(last.verb, last.details)


def text_of(page: Any) -> str:
    return " ".join(page.content.decode().split())


# --- Noting ---------------------------------------------------------------------------------


def test_what_was_paid_is_noted_with_who_noted_it(mondays: Mondays) -> None:
    note_payment(mondays, "Bo", "paid", 2000)
    note_payment(mondays, "Gus", "part", 550)
    note_payment(mondays, "Zoë", "waived")

    assert noted_payments(mondays) == {
        "Bo": Paid("paid", 2000), "Gus": Paid("part", 550), "Zoë": Paid("waived")
    }  # fmt: skip
    due = Due.objects.get(player__name="Bo")
    assert (due.user, due.recorded_by) == (mondays.cast.ben, mondays.cast.ben_plays)
    assert "Recorded the dues of Zoë." in log_line()


def test_noting_the_same_again_is_not_logged(mondays: Mondays) -> None:
    note_payment(mondays, "Bo", "paid")
    lines = Action.objects.count()
    note_payment(mondays, "Bo", "paid")

    assert Action.objects.count() == lines


def test_a_payment_noted_by_mistake_is_removed(mondays: Mondays) -> None:
    note_payment(mondays, "Bo", "paid")
    note_payment(mondays, "Bo", "")

    assert noted_payments(mondays) == {}


def test_a_part_payment_needs_an_amount(mondays: Mondays) -> None:
    with pytest.raises(Refused, match="how much"):
        note_payment(mondays, "Bo", "part")

    assert noted_payments(mondays) == {}


def test_a_night_and_the_season_are_paid_apart(mondays: Mondays) -> None:
    night = mark_here(mondays, 1, "Bo")
    note_payment(mondays, "Bo", "paid", night=night)

    assert noted_payments(mondays) == {}
    assert noted_payments(mondays, night) == {"Bo": Paid("paid")}
    assert "for the night on" in log_line()


def test_noting_is_undone_and_done_again(mondays: Mondays) -> None:
    note_payment(mondays, "Bo", "paid", 2000)
    note_payment(mondays, "Bo", "part", 700)
    line = Action.objects.latest("pk")

    assert preview_undo(line) == "Restores the earlier record of dues of: Bo."
    undo(by=mondays.cast.who("ann"), action=line)
    assert noted_payments(mondays) == {"Bo": Paid("paid", 2000)}
    undo(by=mondays.cast.who("ann"), action=Action.objects.latest("pk"))
    assert noted_payments(mondays) == {"Bo": Paid("part", 700)}


@pytest.mark.parametrize(
    ("language", "currency", "written"),
    [
        ("en", "£", ["£12", "£1,012.05", "£0.50"]),
        ("en", "kr", ["kr\xa012", "kr\xa01,012.05", "kr\xa00.50"]),
        ("en", "", ["12", "1,012.05", "0.50"]),
        ("de", "€", ["12\xa0€", "1.012,05\xa0€", "0,50\xa0€"]),
        ("nl", "€", ["€\xa012", "€\xa01.012,05", "€\xa00,50"]),
        ("hu", "Ft", ["12\xa0Ft", "1\xa0012,05\xa0Ft", "0,50\xa0Ft"]),
    ],
)
def test_an_amount_is_written_as_its_readers_write_it(
    language: str, currency: str, written: list[str]
) -> None:
    with override(language):
        assert [in_currency(n, currency) for n in (1200, 101205, 50)] == written


def test_two_who_were_one_person_have_paid_once(mondays: Mondays) -> None:
    twin = Player.objects.create(club=mondays.cast.club, name="Bo B")
    night = mondays.night(1)
    for of, state in [("Bo", "paid"), ("Bo B", "waived")]:
        note_payment(mondays, of, state)
    note_payment(mondays, "Bo B", "paid", night=night)

    merge_into(mondays.cast, mondays.player("Bo"), twin)

    assert noted_payments(mondays) == {"Bo": Paid("paid")}
    assert noted_payments(mondays, night) == {"Bo": Paid("paid")}
    undo(by=mondays.cast.who("ann"), action=Action.objects.get(verb="merge_players"))
    assert noted_payments(mondays, night) == {"Bo B": Paid("paid")}


# --- The page ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "status"), [("olga", 200), ("ann", 200), ("ben", 200), ("sam", 404), ("dan", 404)]
)
def test_the_treasurer_and_the_organisers_read_the_dues(
    mondays: Mondays, name: str, status: int
) -> None:
    assert mondays.cast.browser_of(name).get(DUES).status_code == status


def test_the_treasurer_reads_nothing_else_of_the_leagues_desk(mondays: Mondays) -> None:
    ben = mondays.cast.browser_of("ben")

    assert ben.get("/desk/leagues/mondays/people/").status_code == 404
    assert "/desk/leagues/mondays/people/" not in text_of(ben.get(DUES))
    assert DUES in text_of(ben.get("/me/"))


def test_rows_that_were_changed_are_kept_together(mondays: Mondays) -> None:
    ben = mondays.cast.browser_of("ben")
    sent = form_row(mondays, "Bo", state="paid", amount="12.5") | form_row(
        mondays, "Gus", state="waived"
    )

    answer = ben.post(DUES, sent | form_row(mondays, "Zoë"))

    assert answer.status_code == 302
    assert noted_payments(mondays) == {"Bo": Paid("paid", 1250), "Gus": Paid("waived")}
    page = text_of(ben.get(DUES))
    assert "1 of 3 still owes" in page
    assert "€12.50" in page


@pytest.mark.parametrize("dues", [League.Dues.SEASON, League.Dues.NIGHT])
def test_without_a_price_no_one_owes_until_a_payment_is_noted(mondays: Mondays, dues: str) -> None:
    ask_for_dues(mondays, dues)
    night = mark_here(mondays, 1, "Bo", "Gus", "Zoë")
    ben = mondays.cast.browser_of("ben")
    address = f"{DUES}?night={night.pk}" if dues == League.Dues.NIGHT else DUES
    for_night: dict[str, Any] = {"night": night} if dues == League.Dues.NIGHT else {}

    before = text_of(ben.get(address))
    assert "No payments recorded yet" in before
    assert "Everyone has paid" not in before
    assert "Mark all as paid" not in before
    assert "Over all nights" not in before

    note_payment(mondays, "Bo", "paid", **for_night)
    after = text_of(ben.get(address))
    assert "2 of 3 still owe" in after
    assert "Mark all as paid" in after


def test_a_league_without_dues_offers_to_set_them(mondays: Mondays, ann: Client) -> None:
    ask_for_dues(mondays, "")

    page = text_of(ann.get(DUES))
    assert "No dues are set" in page
    assert 'href="/desk/leagues/mondays/settings/#id_dues">Set the dues</a>' in page
    assert "Zoë" not in page
    assert "Download as CSV" not in page
    assert "Set the dues" not in text_of(mondays.cast.browser_of("ben").get(DUES))


def test_a_row_is_a_name_with_a_tick_that_wins_over_its_list(mondays: Mondays) -> None:
    note_payment(mondays, "Gus", "paid")
    ben = mondays.cast.browser_of("ben")
    page = text_of(ben.get(DUES))
    state = f"of-{mondays.player('Bo').pk}-state"

    assert page.index(f'<select name="{state}"') < page.index(
        f'<input type="checkbox" name="{state}"'
    )
    assert page.count('value="paid" aria-label="Paid: ') == 3
    assert page.count('Gus" checked') == 1
    ben.post(DUES, form_row(mondays, "Bo") | {state: ["", "paid"]})
    assert noted_payments(mondays) == {"Gus": Paid("paid"), "Bo": Paid("paid")}


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (["waived", "paid"], "waived"),
        (["waived"], "waived"),
        (["", "paid"], "paid"),
        ([""], None),
    ],
)
def test_a_state_from_the_list_counts_more_than_an_earlier_tick(
    mondays: Mondays, sent: list[str], kept: str | None
) -> None:
    note_payment(mondays, "Gus", "paid")
    state = f"of-{mondays.player('Gus').pk}-state"

    typed = form_row(mondays, "Gus", was_state="paid") | {state: sent}
    mondays.cast.browser_of("ben").post(DUES, typed)
    assert noted_payments(mondays) == ({"Gus": Paid(kept)} if kept else {})


def test_with_a_price_everybody_owes_from_the_start(mondays: Mondays) -> None:
    set_price(mondays, 1200)

    page = text_of(mondays.cast.browser_of("ben").get(DUES))
    assert "3 of 3 still owe" in page
    assert "Mark all as paid" in page


def test_an_older_page_leaves_alone_what_it_did_not_change(mondays: Mondays) -> None:
    note_payment(mondays, "Gus", "paid")
    old = form_row(mondays, "Gus") | form_row(mondays, "Bo", state="paid")

    mondays.cast.browser_of("ben").post(DUES, old | form_row(mondays, "Zoë"))

    assert noted_payments(mondays) == {"Gus": Paid("paid"), "Bo": Paid("paid")}


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"state": "part"}, "Enter how much was paid."),
        ({"state": "part", "amount": "0"}, "Enter how much was paid."),
        ({"amount": "7"}, "Choose whether that is all of it or a part."),
        ({"state": "paid", "amount": "lots"}, "Enter an amount such as 2.50."),
        ({"state": "paid", "amount": "-1"}, "greater than or equal to 0"),
        ({"state": "paid", "amount": "1.234"}, "2 decimal places"),
        ({"state": "paid", "amount": "1,500"}, "Enter an amount such as 2.50."),
        ({"state": "paid", "amount": "NaN"}, "Enter an amount such as 2.50."),
        ({"state": "stolen"}, "stolen is not one of the available choices"),
    ],
)
def test_an_impossible_payment_is_refused_and_nothing_is_saved(
    mondays: Mondays, typed: dict[str, str], why: str
) -> None:
    sent = form_row(mondays, "Bo", **typed) | form_row(mondays, "Gus", state="paid")

    answer = mondays.cast.browser_of("ben").post(DUES, sent | form_row(mondays, "Zoë"))

    assert answer.status_code == 422
    assert why in text_of(answer)
    assert noted_payments(mondays) == {}


def test_each_night_has_its_own_list(mondays: Mondays) -> None:
    ask_for_dues(mondays, League.Dues.NIGHT)
    first, second = mark_here(mondays, 1, "Bo"), mark_here(mondays, 2, "Gus")
    ben = mondays.cast.browser_of("ben")

    with time_machine.travel(first.starts_at, tick=False):
        assert "<span> Bo </span>" in text_of(ben.get(DUES))
    page = text_of(ben.get(f"{DUES}?night={second.pk}"))
    assert "<span> Gus </span>" in page
    assert "<span> Bo </span>" not in page
    ben.post(f"{DUES}?night={second.pk}", form_row(mondays, "Gus", state="paid"))
    assert noted_payments(mondays, second) == {"Gus": Paid("paid")}
    assert ben.get(f"{DUES}?night=77").status_code == 404
    assert ben.get(f"{DUES}?night=x").status_code == 404


def test_all_who_are_listed_are_paid_in_one_press(mondays: Mondays) -> None:
    """Zoë joined after the page was loaded and is not marked; typed values take precedence."""
    set_price(mondays, 1200)
    mondays.enrol("Ida")
    note_payment(mondays, "Bo", "part", 500)
    note_payment(mondays, "Gus", "waived")
    on_page = [mondays.player(name).pk for name in ("Bo", "Gus", "Ida")]
    typed = form_row(mondays, "Ida", state="part", amount="1")
    ben = mondays.cast.browser_of("ben")

    ben.post(DUES, typed | {"listed": on_page, "all": "1"})

    paid = {"Bo": Paid("paid", 1200), "Gus": Paid("waived"), "Ida": Paid("part", 100)}
    assert noted_payments(mondays) == paid
    ben.post(DUES, {"listed": [*on_page, mondays.player("Zoë").pk], "all": "1"})
    assert noted_payments(mondays)["Zoë"] == noted_payments(mondays)["Ida"] == Paid("paid", 1200)
    assert "Everyone has paid" in text_of(ben.get(DUES))
    undo(by=mondays.cast.who("ann"), action=Action.objects.latest("pk"))
    assert noted_payments(mondays) == paid


def test_the_dues_are_a_file_in_which_no_name_is_a_formula(mondays: Mondays) -> None:
    set_price(mondays, 1250)
    mondays.enrol("=1+1")
    note_payment(mondays, "Bo", "part", 550)
    answer = mondays.cast.browser_of("ben").get(f"{DUES}dues.csv")

    lines = answer.getvalue().decode("utf-8-sig").splitlines()
    assert lines[0] == "Name,State,Paid,Owed,Waived,Noted on,Noted by"
    assert "'=1+1,Owes,0,12.5,0,," in lines
    day = Due.objects.get().at.astimezone(mondays.league.tzinfo).date()
    assert f"Bo,Paid in part,5.5,7,0,{day.isoformat()},Ben Ito" in lines


def test_what_is_noted_in_the_evening_is_of_that_day(mondays: Mondays, ann: Client) -> None:
    note_payment(mondays, "Bo", "paid")
    Due.objects.update(at=datetime(2026, 10, 6, 1, tzinfo=UTC))  # 21:00 in Toronto

    assert "noted on 5 Oct 2026" in text_of(ann.get(DUES))
    assert ",2026-10-05," in ann.get(f"{DUES}dues.csv").getvalue().decode()


def test_the_page_and_the_file_say_who_noted_it_without_an_address(
    mondays: Mondays, ann: Client
) -> None:
    """Ann has an account and no player."""
    ann.post(DUES, form_row(mondays, "Bo", state="paid"))

    page = text_of(ann.get(DUES))
    lines = ann.get(f"{DUES}dues.csv").getvalue().decode()
    assert "· ann" in page
    assert ",ann\r\n" in lines
    assert "ann@" not in page + lines


def set_price(mondays: Mondays, hundredths: int) -> None:
    change_league(by=mondays.cast.who("ann"), league=mondays.league, facts={"price": hundredths})
    mondays.league.refresh_from_db()


# --- On the night ------------------------------------------------------------------------------


def tick_paid(browser: Client, night: Night, *paid: int, was: tuple[int, ...] = ()) -> int:
    address = f"/desk/leagues/mondays/nights/{night.pk}/tonight/dues/"
    return browser.post(address, {"paid": paid, "was": was}).status_code


def test_a_tick_on_the_night_notes_and_takes_back(mondays: Mondays) -> None:
    ask_for_dues(mondays, League.Dues.NIGHT)
    night = mark_here(mondays, 1, "Bo", "Gus")
    bo, gus = mondays.player("Bo").pk, mondays.player("Gus").pk
    ann = mondays.cast.browser_of("ann")

    assert tick_paid(ann, night, bo, gus) == 302
    assert noted_payments(mondays, night) == {"Bo": Paid("paid"), "Gus": Paid("paid")}
    assert "Dues: Everyone has paid" in text_of(
        ann.get(f"/desk/leagues/mondays/nights/{night.pk}/tonight/")
    )
    tick_paid(ann, night, bo, was=(bo, gus))
    assert noted_payments(mondays, night) == {"Bo": Paid("paid")}
    address = f"/desk/leagues/mondays/nights/{night.pk}/tonight/dues/"
    ann.post(address, {"paid": [bo], "was": [bo], "listed": [bo, gus], "all": "1"})
    assert noted_payments(mondays, night) == {"Bo": Paid("paid"), "Gus": Paid("paid")}


@pytest.mark.parametrize(("dues", "status"), [("night", 302), ("season", 404), ("", 404)])
def test_the_host_of_a_night_ticks_what_that_night_costs(
    mondays: Mondays, dues: str, status: int
) -> None:
    """Only the treasurer can read what a season costs."""
    ask_for_dues(mondays, dues)
    League.objects.update(treasurer=None)
    night = mark_here(mondays, 1, "Bo")
    Night.objects.filter(pk=night.pk).update(host=mondays.cast.ben_plays)

    with time_machine.travel(night.starts_at, tick=False):
        ben = mondays.cast.browser_of("ben")
        assert tick_paid(ben, night, mondays.player("Bo").pk) == status
        page = text_of(ben.get(f"/desk/leagues/mondays/nights/{night.pk}/tonight/"))

    assert ("Dues:" in page) == (status == 302)


def test_a_season_is_ticked_on_the_night_for_players_who_came(mondays: Mondays) -> None:
    night = mark_here(mondays, 1, "Bo")

    page = text_of(
        mondays.cast.browser_of("ann").get(f"/desk/leagues/mondays/nights/{night.pk}/tonight/")
    )
    assert "No payments recorded yet" in page
    tick_paid(mondays.cast.browser_of("ann"), night, mondays.player("Bo").pk)
    assert noted_payments(mondays) == {"Bo": Paid("paid")}


# --- The player ---------------------------------------------------------------------------------


def test_players_read_their_own_dues_only(mondays: Mondays) -> None:
    note_payment(mondays, "Bo", "part", 550)
    token = give_link(by=mondays.cast.who("ann"), player=mondays.player("Bo"))

    page = text_of(Client().get(f"/me/{token}/"))

    assert "Your dues" in page
    assert "Paid in part, €5.50" in page
    assert [own.due for own in own_dues(mondays.player("Gus"))] == [None]
    assert "you owe" not in page
    set_price(mondays, 1200)
    assert "you owe €6.50" in text_of(Client().get(f"/me/{token}/"))
    zoe = give_link(by=mondays.cast.who("ann"), player=mondays.player("Zoë"))
    assert "Not paid yet" in text_of(Client().get(f"/me/{zoe}/"))


def test_a_league_without_dues_does_not_mention_them(mondays: Mondays) -> None:
    ask_for_dues(mondays, "")
    token = give_link(by=mondays.cast.who("ann"), player=mondays.player("Bo"))

    assert own_dues(mondays.player("Bo")) == []
    assert "Your dues" not in text_of(Client().get(f"/me/{token}/"))
    assert DUES not in text_of(mondays.cast.browser_of("ann").get("/desk/leagues/mondays/"))


def test_players_who_owe_may_play(mondays: Mondays) -> None:
    mondays.play(1, ("Bo", "Gus", 8, 0))

    assert mondays.totals()["Bo"] > 0
