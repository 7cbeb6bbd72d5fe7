"""The organiser's pages of a league: its home, settings, calendar and people."""

import re
from datetime import date, time, timedelta
from typing import Any, TypeAlias

import pytest
import time_machine
from django.utils import timezone

from leagues.actions.advance.finish import finish_event
from leagues.actions.leagues.nights.changes import add_night, cancel_night
from leagues.models import Action, Club, Enrolment, Event, League, Night, Player
from scoring.season import BestScores, Scheme
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.scenes import scene

Browser: TypeAlias = Any
DESK = "/desk/leagues/mondays/"
ON_THE_12TH = "2026-10-12T20:00-04:00"


@scene
def mondays(cast: Cast) -> Mondays:
    """Gus, a guest, won the first of three nights. The second is tonight."""
    mondays = Mondays.open(cast, "Zoë", "Bo")
    mondays.play(1, ("Gus", "Zoë", 8, 0), ("Zoë", "Bo", 6, 2))
    return mondays


@scene(made=ON_THE_12TH, tick=False)
def ann(mondays: Mondays) -> Browser:
    return mondays.cast.browser_of("ann")


def form_values(ann: Browser, path: str) -> dict[str, Any]:
    """The values of a form as a browser sends it back unchanged."""
    form = ann.get(DESK + path).context_data["form"]
    values = {}
    for name, field in form.fields.items():
        value = form[name].value()
        if value is True:
            values[name] = "on"
        elif value not in (None, False, ""):
            values[name] = field.prepare_value(value)
    return values | {"seen": form.initial.get("seen", "")}


def send_form(ann: Browser, path: str, **changed: Any) -> Any:
    return ann.post(DESK + path, form_values(ann, path) | changed)


def after_the_preview(ann: Browser, path: str, **changed: Any) -> Any:
    """Send a form that previews moved places, and send it again to save."""
    answer = send_form(ann, path, **changed)
    assert answer.status_code == 200
    assert answer.context_data["moves"]
    mark = answer.context_data["moves_mark"]
    return send_form(ann, path, **changed, seen_moves=mark)


# --- The list and the home ----------------------------------------------------------------


def test_the_list_shows_which_night_is_next(ann: Browser) -> None:
    page = ann.get("/desk/leagues/").text

    assert "next on Mon 12 Oct" in page
    assert DESK in page


def test_a_scorer_sees_the_leagues_but_opens_none(mondays: Mondays) -> None:
    page = mondays.cast.browser_of("sam").get("/desk/leagues/").text

    assert "Mondays" in page
    assert DESK not in page
    assert "Set up a league" not in page


def test_a_club_without_a_league_sees_an_empty_list(cast: Cast) -> None:
    assert "No leagues yet" in cast.browser_of("ann").get("/desk/leagues/").text


def test_the_home_shows_tonight_and_the_table_so_far(ann: Browser) -> None:
    page = ann.get(DESK)

    assert page.context_data["is_tonight"]
    assert [each["name"] for each in page.context_data["top"]] == ["Zoë", "Bo"]
    assert "1 of 3 nights played." in page.text


def test_past_midnight_it_is_still_tonight(ann: Browser) -> None:
    with time_machine.travel("2026-10-13T01:30-04:00", tick=False):
        context = ann.get(DESK).context_data
    assert (context["is_tonight"], context["night"].on.day) == (True, 12)

    with time_machine.travel("2026-10-13T09:00-04:00", tick=False):
        assert ann.get(DESK).context_data["night"].on.day == 19


def test_the_next_night_is_none_that_is_finished(ann: Browser, mondays: Mondays) -> None:
    mondays.play(2, ("Zoë", "Bo", 6, 2))

    assert ann.get(DESK).context_data["night"] == mondays.night(3)
    assert "next on Mon 19 Oct" in ann.get("/desk/leagues/").text


def test_the_end_of_a_night_is_undone_in_the_log_of_the_league(
    ann: Browser, mondays: Mondays
) -> None:
    event = mondays.play(2, ("Zoë", "Bo", 6, 2), state=Event.State.RUNNING)
    finish_event(by=mondays.cast.who("ann"), event=event)
    ended = Action.objects.latest("pk")
    undo = f"{DESK}log/{ended.pk}/undo/"
    log = ann.get(f"{DESK}log/").text
    assert undo in log
    assert "Monday 2 · Finished the event." in log

    ann.post(undo)

    event.refresh_from_db()
    assert event.state == Event.State.RUNNING


def test_the_next_night_is_none_that_is_cancelled(ann: Browser, mondays: Mondays) -> None:
    who = mondays.cast.who("ann")
    for number in (2, 3):
        cancel_night(by=who, night=mondays.night(number), reason="snow")

    assert "No upcoming nights" in ann.get(DESK).text
    assert "1 of 1 night\n" in ann.get("/desk/leagues/").text
    assert "2 nights are cancelled." in ann.get(f"{DESK}calendar/").text


def test_after_the_last_night_the_home_leads_to_the_seasons_end(
    ann: Browser, mondays: Mondays
) -> None:
    button = f'<a class="button" href="{DESK}end/">'
    assert button not in ann.get(DESK).text

    with time_machine.travel("2026-10-28T20:00-04:00", tick=False):
        later = mondays.cast.browser_of("ann")
        page = later.get(DESK).text
        Event.objects.update(binned_at=timezone.now())
        unplayed = later.get(DESK).text
    assert "No upcoming nights" in page
    assert button in page
    assert "No upcoming nights" in unplayed
    assert button not in unplayed, "no night is over, so the calendar alone can help"


# --- Settings -----------------------------------------------------------------------------


def test_a_name_and_a_place_are_changed_at_once(ann: Browser) -> None:
    answer = send_form(ann, "settings/", name="Monday league", place="The Anchor")

    assert answer.url == DESK
    league = League.objects.get()
    assert (league.name, league.place) == ("Monday league", "The Anchor")


def test_a_line_is_drawn_in_the_table_and_erased(ann: Browser) -> None:
    send_form(ann, "settings/", line_after="1")
    league = League.objects.get()
    assert "The first place" in ann.get(league.get_absolute_url()).text

    send_form(ann, "settings/", line_after="")
    assert "The first place" not in ann.get(league.get_absolute_url()).text


def test_who_would_move_is_shown_before_a_night_stops_counting(ann: Browser) -> None:
    """Three played the first night; a night of four would not count it."""
    answer = send_form(ann, "settings/", fewest="4")
    assert {each["name"] for each in answer.context_data["moves"]} == {"Zoë", "Bo"}
    assert League.objects.get().fewest == 2

    assert after_the_preview(ann, "settings/", fewest="4").url == DESK
    assert League.objects.get().fewest == 4


@pytest.mark.long
def test_another_scheme_is_shown_side_by_side_on_the_real_nights(ann: Browser) -> None:
    answer = send_form(ann, "settings/counts/", paid="place")
    rows = {
        each["name"]: (each["move"].before.tour_points, each["move"].after.tour_points)
        for each in answer.context_data["moves"]
    }
    assert rows["Zoë"][0] == 6
    assert "Save changes" in answer.text

    assert after_the_preview(ann, "settings/counts/", paid="place").url == DESK
    facts = Action.objects.get(verb="change_league").details
    assert list(facts["before"]) == ["scheme"]


def test_a_scheme_for_more_nights_than_are_left_opens_without_an_error(ann: Browser) -> None:
    League.objects.update(scheme=Scheme(counting=BestScores(9)).to_dict())
    page = ann.get(f"{DESK}settings/counts/")

    assert not page.context_data["form"].errors
    assert page.context_data["form"]["best"].value() == "9"


def test_a_scheme_that_changes_no_place_is_saved_at_once(ann: Browser) -> None:
    assert send_form(ann, "settings/counts/", counts="every").url == DESK
    assert League.objects.get().scheme["counting"] == {"kind": "every-score"}


def test_the_settings_show_the_format_and_what_counts(ann: Browser) -> None:
    page = ann.get(f"{DESK}settings/")

    assert "Your best 2 nights of 3 count." in page.text
    assert page.context_data["format"] in page.text
    assert "data-ticked" not in page.text


def test_what_a_night_is_like_is_changed(ann: Browser) -> None:
    assert send_form(ann, "settings/night/", shape="swiss-night", games="4").url == DESK
    assert League.objects.get().evening["shape"] == "swiss-night"


def test_as_many_may_come_as_a_night_needs_to_count(ann: Browser) -> None:
    answer = send_form(ann, "settings/", most="3", fewest="5")

    assert answer.status_code == 422
    assert answer.context_data["form"].errors


def test_only_organisers_choose_the_secretary(mondays: Mondays) -> None:
    cast = mondays.cast
    League.objects.update(secretary=cast.ben_plays)

    with_choice: Browser = cast.browser_of("ann").get(f"{DESK}settings/")
    without: Browser = cast.browser_of("ben").get(f"{DESK}settings/")
    offered = with_choice.context_data["form"].fields["secretary"].queryset
    assert cast.cat_plays in offered  # who has a link and no account
    typed_in = {"is_guest": True, "self_registered_at": timezone.now()}
    Player.objects.filter(pk=cast.cat_plays.pk).update(**typed_in)
    assert cast.cat_plays not in offered.all()  # anybody may register by any name
    assert "secretary" not in without.context_data["form"].fields


# --- The calendar -------------------------------------------------------------------------


def test_every_night_is_a_row_with_its_state(ann: Browser, mondays: Mondays) -> None:
    cancel_night(by=mondays.cast.who("ann"), night=mondays.night(3), reason="no heating")
    answer = ann.get(f"{DESK}calendar/")
    page = answer.text

    assert "badge needed" not in answer.content.decode(), "a cancelled night needs no one"
    for text in ("Mon 5 Oct", "Finished", "Run the night", "Cancelled: no heating"):
        assert text in page


def test_the_next_nights_come_first_with_their_host_and_button(
    ann: Browser, mondays: Mondays
) -> None:
    night = mondays.night(3)
    Night.objects.filter(pk=night.pk).update(host=mondays.cast.ben_plays, place="The Anchor")

    page = ann.get(f"{DESK}calendar/").content.decode()
    coming, earlier = page.split('id="coming"')[1].split('id="past"')
    row = " ".join(coming.split(f"/calendar/{night.pk}/")[1].split("</li>")[0].split())

    assert "The Anchor · host Ben" in row
    assert f"/desk/leagues/mondays/nights/{night.pk}/coming/" in row
    assert re.search(r'<a class="soft" href="[^"]*/coming/">', row)
    assert "Run the night" in coming
    assert "Mon 5 Oct" in earlier
    assert "/coming/" not in earlier


def test_only_the_next_night_of_the_calendar_has_a_button(ann: Browser, mondays: Mondays) -> None:
    with time_machine.travel(mondays.night(2).starts_at - timedelta(days=2)):
        page = ann.get(f"{DESK}calendar/").text
    coming = page.split('id="coming"')[1].split('id="past"')[0]
    rows = [row for row in coming.split("<li")[1:] if "/coming/" in row]
    assert ['class="button quiet"' in row for row in rows] == [True] + [False] * (len(rows) - 1)
    assert len(rows) > 1


def test_a_night_is_moved_cancelled_and_brought_back(ann: Browser, mondays: Mondays) -> None:
    pk = mondays.night(2).pk
    path = f"calendar/{pk}/"
    moved = send_form(ann, path, on="2026-10-13", at="20:00", place="The Anchor")
    assert moved.url == f"{DESK}calendar/"
    night = Night.objects.get(pk=pk)
    assert (f"{night.on} {night.at:%H:%M}", night.place) == ("2026-10-13 20:00", "The Anchor")

    ann.post(f"{DESK}{path}cancel/", {"reason": "snow"})
    assert Night.objects.get(pk=pk).reason == "snow"
    assert "Restore this night" in ann.get(DESK + path).text
    ann.post(f"{DESK}{path}bring-back/")
    assert not Night.objects.get(pk=pk).is_cancelled


def test_a_player_of_another_club_hosts_no_night(ann: Browser, mondays: Mondays) -> None:
    club = Club.objects.create(name="Eastport", slug="eastport", zone="UTC")
    player = Player.objects.create(club=club, name="Una Far")

    answer = send_form(ann, f"calendar/{mondays.night(2).pk}/", host=player.pk)

    assert answer.status_code == 422
    assert mondays.night(2).host is None


def test_a_running_night_is_not_cancelled_and_the_page_gives_the_reason(
    ann: Browser, mondays: Mondays
) -> None:
    mondays.play(2, ("Zoë", "Bo", 8, 0), state=Event.State.RUNNING)
    path = f"{DESK}calendar/{mondays.night(2).pk}/cancel/"

    answer = ann.post(path, {"reason": "late"})
    assert answer.status_code == 422
    assert "This night is running." in answer.text
    assert 'name="on"' in answer.text, "the night's own form is there too"


def test_a_night_without_answers_is_deleted(ann: Browser, mondays: Mondays) -> None:
    pk = mondays.night(3).pk
    assert "Delete this night" in ann.get(f"{DESK}calendar/{pk}/").text
    ann.post(f"{DESK}calendar/{pk}/skip/")

    assert not Night.objects.filter(pk=pk).exists()


def test_a_night_that_was_played_is_not_taken_out(ann: Browser, mondays: Mondays) -> None:
    pk = mondays.night(1).pk
    assert "Delete this night" not in ann.get(f"{DESK}calendar/{pk}/").text
    answer = ann.post(f"{DESK}calendar/{pk}/skip/")

    assert answer.status_code == 422
    assert "This night has an event." in answer.text
    assert Night.objects.filter(pk=pk).exists()


def test_the_form_of_a_night_is_beside_the_next_nights(ann: Browser, mondays: Mondays) -> None:
    page = ann.get(f"{DESK}calendar/add/").text.split('id="coming"')[1]

    assert [day for day in ("Mon 5 Oct", "Mon 12 Oct", "Mon 19 Oct") if day in page] == [
        "Mon 12 Oct",
        "Mon 19 Oct",
    ]
    cancel_night(by=mondays.cast.who("ann"), night=mondays.night(3), reason="no heating")
    assert "Mon 19 Oct" not in ann.get(f"{DESK}calendar/add/").text


def test_a_night_is_added(ann: Browser) -> None:
    assert send_form(ann, "calendar/add/", on="2026-12-23", at="18:00").status_code == 302
    assert Night.objects.filter(on="2026-12-23", is_edited=True).exists()


def test_another_rule_shows_its_changes_before_it_is_saved(ann: Browser, mondays: Mondays) -> None:
    add_night(
        by=mondays.cast.who("ann"),
        league=mondays.league,
        facts={"on": date(2026, 10, 28), "at": time(19, 30)},
    )
    rule = {
        "every": "week",
        "nth": "1",
        "weekday": "1",
        "at": "20:00",
        "first": "2026-10-05",
        "last": "2026-10-27",
    }
    page = ann.post(f"{DESK}calendar/rule/", rule)
    assert page.context_data["sentences"] == [
        "2 nights will change.",
        "1 edited night won’t change.",
    ]
    form, change = page.context_data["form"], page.context_data["change"]
    days = [day.isoformat() for day, _is_night in form.days]
    sent = rule | {"day": days, "dates_of": form.dates_mark, "seen": change.mark}

    assert ann.post(f"{DESK}calendar/rule/", sent).url == f"{DESK}calendar/"
    days = [f"{night.on:%d %b}" for night in mondays.league.nights.in_order()]
    assert days == ["05 Oct", "13 Oct", "20 Oct", "28 Oct"]


# --- People -------------------------------------------------------------------------------


@pytest.mark.long
def test_a_guest_becomes_a_member_from_tonight_or_from_the_start(
    ann: Browser, mondays: Mondays
) -> None:
    gus = mondays.player("Gus")
    assert "Gus" in ann.get(f"{DESK}people/").context_data["guests"]
    form = ann.get(f"{DESK}people/enrol/").context_data["form"]
    assert form["first"].value() == mondays.night(2).pk

    who = {"player": [str(gus.pk)]}
    start = send_form(ann, "people/enrol/", **who, first="")
    moves = {e["name"]: e["move"] for e in start.context_data["moves"]}
    assert moves["Gus"].after.tour_points == 8
    assert moves["Zoë"].up == -1
    tonight = after_the_preview(ann, "people/enrol/", **who)
    assert tonight.url == f"{DESK}people/"
    assert Enrolment.objects.get(player=gus).first == mondays.night(2)


def test_a_membership_ends_goes_on_and_is_taken_back(ann: Browser, mondays: Mondays) -> None:
    bo = Enrolment.objects.get(player=mondays.player("Bo"))
    path = f"people/{bo.pk}/"
    assert send_form(ann, path, last=str(mondays.night(2).pk)).status_code == 302
    assert Enrolment.objects.get(pk=bo.pk).last == mondays.night(2)
    assert send_form(ann, path, last="").status_code == 302
    assert Enrolment.objects.get(pk=bo.pk).last is None
    wrong = send_form(ann, path, first=str(mondays.night(3).pk), last=str(mondays.night(2).pk))
    assert wrong.status_code == 422

    ann.post(f"{DESK}{path}remove/")
    assert not Enrolment.objects.filter(pk=bo.pk).exists()


def test_points_by_hand_are_previewed_given_and_withdrawn(ann: Browser, mondays: Mondays) -> None:
    typed = {"player": str(mondays.player("Bo").pk), "points": "5", "reason": "brought the boards"}
    after_the_preview(ann, "people/adjust/", **typed)
    assert mondays.totals() == {"Bo": 7, "Zoë": 6}
    page = ann.get(f"{DESK}people/").text
    assert "brought the boards" in page

    made = mondays.league.adjustments.get()
    ann.post(f"{DESK}people/adjustments/{made.pk}/withdraw/")
    assert mondays.totals() == {"Zoë": 6, "Bo": 2}


# --- Events that were played anyway -------------------------------------------------------


@pytest.mark.long
def test_an_event_counts_for_another_night_after_a_look_at_the_tables(
    ann: Browser, mondays: Mondays
) -> None:
    event = Event.objects.get()
    list_of = ann.get(f"{DESK}calendar/{mondays.night(2).pk}/events/")
    assert [each.pk for each in list_of.context_data["events"]] == [event.pk]

    path = f"calendar/{mondays.night(2).pk}/events/{event.pk}/"
    assert send_form(ann, path).status_code == 302, "nobody moves from one night to another"
    assert Event.objects.get().night == mondays.night(2)
    after_the_preview(ann, path, night="")
    assert Event.objects.get().night is None
    assert mondays.totals() == {"Zoë": 0, "Bo": 0}


def own_table() -> Any:
    return Event.objects.get().own_table


@pytest.mark.long
def test_a_table_of_its_own_is_kept_until_another_is_chosen(ann: Browser, mondays: Mondays) -> None:
    event = Event.objects.get()
    path = f"calendar/{mondays.night(1).pk}/events/{event.pk}/"
    after_the_preview(ann, path, pays="major")
    assert own_table()["places"][0] == 55

    Event.objects.update(own_table={"kind": "linear", "base": 150, "floor": 1})
    assert send_form(ann, path).status_code == 302
    assert own_table()["base"] == 150


# --- The log ------------------------------------------------------------------------------


def test_the_secretary_reads_the_log_and_undoes_from_it(ann: Browser, mondays: Mondays) -> None:
    cancel_night(by=mondays.cast.who("ann"), night=mondays.night(1), reason="fire")
    League.objects.update(secretary=mondays.cast.ben_plays)
    ben: Browser = mondays.cast.browser_of("ben")
    assert "Cancelled the night on Monday 5 October." in ben.get(f"{DESK}log/").text

    action = Action.objects.get(verb="cancel_night")
    path = f"{DESK}log/{action.pk}/undo/"
    page = ben.get(path)
    assert page.context_data["moves"] == ["Bo: place 1, then 2."]
    assert mondays.night(1).is_cancelled
    assert ben.post(path).url == f"{DESK}log/"
    assert not mondays.night(1).is_cancelled
    again = ben.post(path)
    assert again.status_code == 422
    assert "This has already been undone." in again.text


def test_the_desk_counts_the_nights_that_the_table_counts(mondays: Mondays, ann: Browser) -> None:
    """Nights count without cancelled ones; a running night is not played yet."""
    mondays.play(2, ("Bo", "Zoë", 8, 0), state=Event.State.RUNNING)
    cancel_night(by=mondays.cast.who("ann"), night=mondays.night(3), reason="snow")

    assert "1 of 2 nights played." in ann.get(DESK).text
    assert "With night 2 so far · provisional" in ann.get("/leagues/mondays/").text


def test_a_first_night_leads_to_the_people_whose_names_it_offers(
    mondays: Mondays, ann: Browser
) -> None:
    def leads_to() -> list[str]:
        page = ann.get(DESK).content.decode()
        [note] = re.findall(r'<p class="note next-step not-printed">.*?</p>', page, re.S)
        return re.findall(r'<a href="(.*?)"', note)

    Enrolment.objects.all().delete()
    mondays.night(2).delete()
    assert leads_to() == [f"{DESK}people/enrol/"]
    League.objects.update(is_open=True)
    assert leads_to() == ["/desk/people/"]


def test_the_table_of_the_desk_is_marked_while_a_night_is_on(
    mondays: Mondays, ann: Browser
) -> None:
    assert "Before tonight" not in ann.get(DESK).text
    mondays.play(2, ("Bo", "Zoë", 8, 0), state=Event.State.RUNNING)
    assert "Before tonight" in ann.get(DESK).text
