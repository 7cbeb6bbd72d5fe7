"""What strangers can read, and what is hidden from them."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from leagues.actions.advance.finish import finish_event
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.entries.entries import enrol_players
from leagues.actions.events.events import add_stage, create_event
from leagues.models import Entry, Event, Match, MatchSide, PairingRound, Player, Stage
from leagues.models.people import NameStyle
from leagues.reads import Sheet
from leagues.stages.entry_sources import TopOfPools
from leagues.stages.pairing_ways import Heats, Knockout, RoundRobin
from leagues.templatetags.public import disc
from leagues.views.public import event_home
from scoring.rules_card import OPTIONS, ShotClock
from tests.cast import Cast
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db

TABS = ("", "matches/", "standings/", "players/", "about/")


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])


def read_page(path: str, status: int = 200) -> str:
    answer = Client().get(path)
    assert answer.status_code == status
    return answer.content.decode()


def finish_match(match: Match, points: tuple[int, ...]) -> None:
    Match.objects.filter(pk=match.pk).update(
        state="finished", ending="played", winner=0, finished_at=NOON
    )
    for seat, made in enumerate(points):
        MatchSide.objects.filter(match=match, seat=seat).update(points=made)


# --- Who may know ------------------------------------------------------------------------------


def test_a_private_event_is_nothing_to_strangers(cast: Cast, hall: DeskHall) -> None:
    hall.publish((1, 2))
    Event.objects.update(visibility=Event.Visibility.PRIVATE)

    for tab in (*TABS, "bracket/", "matches/1/"):
        path = f"/events/westport-open/{tab}"
        read_page(path, 404)
        assert cast.browser_of("dan").get(path).status_code == 404
    assert cast.browser_of("ann").get("/events/westport-open/").status_code == 200
    assert "Westport Open" not in read_page("/") + read_page("/events/") + read_page("/players/")


def test_an_unlisted_event_opens_by_its_address(hall: DeskHall) -> None:
    Event.objects.update(visibility=Event.Visibility.UNLISTED)

    assert "Westport Open" in read_page("/events/westport-open/")
    assert "Westport Open" not in read_page("/") + read_page("/events/")
    assert "Ann A" not in read_page("/players/")


def test_an_event_in_the_bin_is_gone(hall: DeskHall) -> None:
    Event.objects.update(binned_at=NOON)

    read_page("/events/westport-open/", 404)


def test_a_draft_of_a_round_is_the_organisers_own(hall: DeskHall) -> None:
    hall.publish((1, 2))
    PairingRound.objects.update(state=PairingRound.State.DRAFT)

    read_page("/events/westport-open/matches/1/", 404)
    assert "Ann A" not in read_page("/events/westport-open/")
    assert "Ann A" not in read_page("/events/westport-open/matches/")


# --- Names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("tab", TABS[:-1])
def test_names_are_as_their_owners_want_them_on_the_web(hall: DeskHall, tab: str) -> None:
    hall.publish((1, 2))
    Player.objects.filter(name="Ann A").update(
        name="Annabel Tremblay", family_name="Tremblay", is_minor=True
    )
    Player.objects.filter(name="Ben B").update(
        name="Bernard Ito", alias="Hook", name_on_web=NameStyle.ALIAS
    )

    page = read_page(f"/events/westport-open/{tab}")

    assert "Annabel T." in page
    assert "Hook" in page
    assert "Tremblay" not in page
    assert "Bernard" not in page


def test_a_players_address_reveals_no_more_than_the_page(hall: DeskHall) -> None:
    Player.objects.filter(name="Ann A").update(
        name="Annabel Tremblay", family_name="Tremblay", is_minor=True
    )
    annabel = Player.objects.get(name="Annabel Tremblay")

    answer = Client().get(f"/players/{annabel.pk}-annabel-tremblay/")

    assert answer.status_code == 302
    assert answer["Location"] == f"/players/{annabel.pk}-annabel-t/"
    assert "Tremblay" not in read_page(answer["Location"])


def test_a_merged_players_page_leads_to_the_other(hall: DeskHall) -> None:
    ann, ben = Player.objects.get(name="Ann A"), Player.objects.get(name="Ben B")
    Player.objects.filter(pk=ben.pk).update(merged_into=ann)

    assert Client().get(ben.get_absolute_url())["Location"] == ann.get_absolute_url()


@pytest.mark.parametrize("how", ["never entered", "in the bin"])
def test_a_hidden_player_has_no_page(cast: Cast, how: str) -> None:
    player = cast.cat_plays
    if how == "in the bin":
        enrol_players(by=cast.who("ann"), event=open_hall(cast, entries=0).event, players=[player])
        Player.objects.filter(pk=player.pk).update(binned_at=NOON)

    read_page(player.get_absolute_url(), 404)


# --- Nothing yet ---------------------------------------------------------------------------------


def test_a_club_without_events_shows_a_message(cast: Cast) -> None:
    for path in ("/", "/events/"):
        assert "No events yet" in read_page(path)
    assert "No players yet" in read_page("/players/")
    assert "Plan an event" not in read_page("/")
    assert 'data-live="/"' in read_page("/")


def test_an_organiser_of_a_club_without_events_is_led_to_the_first(cast: Cast) -> None:
    page = cast.browser_of("ann").get("/").content.decode()

    assert page.count("No events yet") == 1
    assert page.count('href="/desk/new/"') == 1


@pytest.mark.parametrize(
    ("tab", "message"),
    [
        ("", "No entries yet"),
        ("matches/", "No matches drawn yet"),
        ("standings/", "No table yet"),
        ("players/", "No entries yet"),
        ("about/", "Each side shoots 8 discs"),
    ],
)
def test_an_empty_event_shows_a_message(cast: Cast, tab: str, message: str) -> None:
    create_event(
        by=cast.who("ann"),
        club=cast.club,
        name="Empty",
        starts_at=NOON,
        sheet=Sheet.named("tournament-singles"),
    )

    page = read_page(f"/events/empty/{tab}")

    assert message in page
    assert "Choose your name" not in page, "there is no name to choose"


# --- Contents of the pages --------------------------------------------------------------------


def test_the_front_page_shows_current_coming_and_past_events(cast: Cast, hall: DeskHall) -> None:
    by = cast.who("ann")
    hall.publish((1, 2), (3, 4))
    Match.objects.update(state=Match.State.PLAYING)
    Match.objects.filter(number=1).update(state=Match.State.CALLED)  # in use, as at the desk
    cup = open_hall(cast, name="Old Cup", names=["Eve E", "Flo F"], entries=2)
    [match] = cup.publish((1, 2)).matches.all()
    finish_match(match, (6, 2))
    finish_event(by=by, event=cup.event)
    open_hall(cast, name="Next Cup", entries=0, running=False)

    page = read_page("/")

    assert "2 boards in play" in page
    assert page.index("Westport Open") < page.index("Next Cup") < page.index("Old Cup")
    assert "Eve E" in page  # on the podium


def test_the_front_page_can_be_asked_what_changed(hall: DeskHall) -> None:
    part = read_page("/?fragment=live").strip()

    assert part.startswith('<div id="live"')
    assert "Westport Open" in part


def test_an_event_that_is_over_lists_every_place(hall: DeskHall) -> None:
    one, other = hall.publish((1, 2), (3, 4)).matches.order_by("number")
    finish_match(one, (6, 2))
    finish_match(other, (5, 3))
    finish_event(by=hall.by, event=hall.event)

    page = " ".join(read_page("/events/westport-open/").split())

    assert "<details open> <summary>All places" in page
    assert page.count("<b data-brief") == 4
    assert page.index("All places") < page.index("Ben B")  # not on the podium


def test_an_event_shows_its_format_and_who_plays_on(cast: Cast) -> None:
    hall = open_hall(cast, entries=4)
    add_stage(by=hall.by, event=hall.event, name="Cup", way=Knockout(), takes=TopOfPools(2))

    page = " ".join(read_page("/events/westport-open/about/").split())

    assert "Everyone plays everyone." in page
    assert "The best 2 of each pool." in page


def test_times_are_by_the_events_clock(hall: DeskHall) -> None:
    page = read_page("/events/westport-open/")

    assert '<time datetime="2026-11-21T07:00:00-05:00">Sat 21 Nov, 07:00</time>' in page


def test_only_an_event_with_a_bracket_has_its_tab(cast: Cast, hall: DeskHall) -> None:
    assert "/bracket/" not in read_page("/events/westport-open/")
    read_page("/events/westport-open/bracket/", 404)

    add_stage(by=hall.by, event=hall.event, name="Cup", way=Knockout())

    assert "/bracket/" in read_page("/events/westport-open/")
    page = read_page("/events/westport-open/bracket/")
    assert "Not drawn yet" in page
    assert "<strong>Everyone.</strong>" in page


def test_only_an_event_with_a_table_has_its_tab(cast: Cast) -> None:
    open_hall(cast, name="Cup", way=Knockout())
    tab = 'href="/events/cup/standings/"'

    assert tab not in read_page("/events/cup/")
    assert "Go to the bracket" in read_page("/events/cup/standings/")

    event = Event.objects.get(slug="cup")
    add_stage(by=cast.who("ann"), event=event, name="Consolation", way=RoundRobin())
    assert tab in read_page("/events/cup/")
    assert "Go to the bracket" not in read_page("/events/cup/standings/")


def test_a_match_in_play_shows_its_round_and_who_has_the_hammer(hall: DeskHall) -> None:
    match = hall.publish((1, 2)).matches.get()
    address = "/events/westport-open/matches/1/"
    now = "<b>Round 2</b> · Hammer: " + disc(0)  # they shot first in round 1
    assert now not in " ".join(read_page(address).split())

    match.rounds.create(number=1, first=0, state="agreed", points=[2, 0])
    Match.objects.update(state=Match.State.PLAYING, first=0)
    assert now in " ".join(read_page(address).split())

    finish_match(match, (2, 0))
    assert now not in " ".join(read_page(address).split())


def test_a_match_tells_what_the_sides_say_differently(hall: DeskHall) -> None:
    [match] = hall.publish((1, 2)).matches.all()
    match.rounds.create(number=1, first=0, state="disputed", points=[2, 0])
    for seat, points in enumerate([[2, 0], [1, 1]]):
        match.reports.create(
            key=f"00000000-0000-4000-8000-00000000000{seat}",
            number=1,
            seat=seat,
            claim={"points": points},
            made_at=NOON,
        )

    page = " ".join(read_page("/events/westport-open/matches/1/").split())

    assert "2–0 or 1–1?" in page
    assert "Being checked" in page
    assert "The sides disagree" not in page  # only the desk can mend it


def test_a_match_of_an_earlier_round_is_to_come_until_it_is_played(hall: DeskHall) -> None:
    """The match was not postponed; in a league it may just be played later."""
    hall.publish((1, 2))
    [later] = hall.publish((3, 4)).matches.all()
    finish_match(later, (6, 2))

    page = read_page("/events/westport-open/")
    assert "Still to play" in page
    assert "Postponed" not in page
    # From there a phone takes what its owner plays next to the top.
    assert 'aria-labelledby="left-behind" data-to-play' in page


def test_all_matches_of_earlier_rounds_are_listed_as_no_other_page_has_them(
    hall: DeskHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_home, "WHOLE", 1)
    monkeypatch.setattr(event_home, "SIZE", 1)
    left = hall.publish((1, 2), (3, 4)).matches.all()
    later, _ = hall.publish((1, 3), (2, 4)).matches.all()
    finish_match(later, (6, 2))

    page = read_page("/events/westport-open/")

    assert [page.count(f'id="match-{each.pk}"') for each in left] == [1, 1]


def test_a_postponed_match_at_a_board_again_is_only_there(hall: DeskHall) -> None:
    [put_off] = hall.publish((1, 2)).matches.all()
    [later] = hall.publish((3, 4)).matches.all()
    finish_match(later, (6, 2))
    Match.objects.filter(pk=put_off.pk).update(state=Match.State.PLAYING)

    page = read_page("/events/westport-open/")

    assert "left-behind" not in page
    assert page.count(f'id="match-{put_off.pk}"') == 1


@pytest.mark.parametrize(
    ("asked", "status"),
    [("1.1", 200), ("1.2", 200), ("1.3", 404), ("2.1", 404), ("x", 404), ("", 404)],
)
def test_a_round_is_chosen_by_stage_and_number(hall: DeskHall, asked: str, status: int) -> None:
    hall.publish((1, 2))
    hall.publish((3, 4))

    read_page(f"/events/westport-open/matches/?round={asked}", status)


def test_all_three_at_a_board_stand_there_with_what_they_made(cast: Cast) -> None:
    hall = open_hall(
        cast,
        entries=3,
        names=["Ann A", "Ben B", "Cy C"],
        preset="three-colours-8-6-4-2",
        sides="three",
        way=Heats(1, size=3),
    )
    Stage.objects.update(opened_at=NOON)
    draw_rounds(by=hall.by, stage=hall.stage)
    publish_rounds(by=hall.by, stage=hall.stage)
    finish_match(hall.event.matches.get(), (26, 20, 14))
    club = cast.browser_of("ann")

    for page in (
        read_page("/events/westport-open/"),
        read_page("/events/westport-open/matches/"),
        club.get("/desk/events/westport-open/matches/").content.decode(),
        club.get("/desk/events/westport-open/matches/1/reports/").content.decode(),
    ):
        sides = page.split('class="side ')[1:]
        assert len(sides) == 3
        for side, made in zip(sides, (26, 20, 14), strict=True):
            assert f'class="made">{made}<' in side
        assert all(name in page for name in ("Ann A", "Ben B", "Cy C"))


def test_a_stage_that_is_not_there_has_no_table(hall: DeskHall) -> None:
    read_page("/events/westport-open/standings/?stage=1")
    read_page("/events/westport-open/standings/?stage=2", 404)


def test_the_rules_card_shows_what_was_agreed(cast: Cast) -> None:
    sheet = Sheet.named("tournament-singles")
    create_event(
        by=cast.who("ann"),
        club=cast.club,
        name="Agreed",
        starts_at=NOON,
        sheet=Sheet(sheet.preset, sheet.rule, (OPTIONS["one-cheek"],)),
    )

    page = read_page("/events/agreed/about/")

    assert str(OPTIONS["one-cheek"].text) in page
    assert "A game is 4 rounds." in page
    rules, _, agreed = page.partition("Only if both sides agree")
    assert str(OPTIONS["measuring"].text) in agreed
    assert str(OPTIONS["measuring"].text) not in rules


def test_about_leads_with_when_where_and_how_many(cast: Cast, hall: DeskHall) -> None:
    hall.event.place = "Town hall"
    hall.event.save()
    main = " ".join(read_page("/events/westport-open/about/").partition("<main")[2].split())

    first, _, rest = main.partition('<dl class="figures">')
    assert "21</b> <span>November <br> Saturday</span> </p> <p>07:00 · Town hall</p>" in first
    assert ">4</a>" in rest.partition("</dl>")[0]


def test_each_rule_has_a_label(cast: Cast) -> None:
    create_event(
        by=cast.who("ann"),
        club=cast.club,
        name="Agreed",
        starts_at=NOON,
        sheet=Sheet.named("tournament-singles"),
    )
    rules = " ".join(read_page("/events/agreed/about/").partition('id="rules"')[2].split())

    assert "<dt>Sides</dt> <dd> Two sides of one player each." in rules
    assert "<dt>A game</dt> <dd> A game is 4 rounds." in rules


def test_a_rule_is_left_to_agreement_only_while_nothing_else_is_chosen() -> None:
    workshop = Sheet.named("workshop-100-singles")
    assert workshop.by_agreement == (
        str(OPTIONS["shot-clock"].text),
        str(OPTIONS["partners-may-talk"].text),
    )
    clocked = replace(workshop, options=(ShotClock(30),))
    assert clocked.by_agreement == (str(OPTIONS["partners-may-talk"].text),)
    assert Sheet.named("conventional-singles").by_agreement == ()


def test_a_player_on_the_waiting_list_is_not_entered_yet(hall: DeskHall) -> None:
    Entry.objects.filter(pk=hall.entry(1)).update(state=Entry.State.WAITING)

    page = read_page("/events/westport-open/players/")

    assert "Ann A" not in page
    assert "3 entries" in page


# --- A page asks the database as often for many as for few -----------------------------------------


def count_queries(path: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        read_page(path)
    return len(asked)


@pytest.mark.parametrize("tab", TABS)
def test_a_larger_event_asks_no_more(cast: Cast, tab: str) -> None:
    for name, entries in (("Small", 4), ("Large", 16)):
        hall = open_hall(cast, name=name, entries=entries, boards=8)
        order = range(1, entries + 1)
        pairs = list(zip(order[::2], order[1::2], strict=True))
        for match in hall.publish(*pairs).matches.all()[1:]:
            finish_match(match, (6, 2))
        hall.publish(*pairs)

    assert count_queries(f"/events/small/{tab}") == count_queries(f"/events/large/{tab}") <= 36


def test_summer_time_is_the_events_own(cast: Cast) -> None:
    create_event(
        by=cast.who("ann"),
        club=cast.club,
        name="July",
        starts_at=datetime(2026, 7, 1, 23, tzinfo=UTC),
        sheet=Sheet.named("tournament-singles"),
        zone="Europe/Budapest",
    )

    poster = " ".join(read_page("/events/july/").split())
    assert "<span>July <br> Thursday</span> </p> <p>01:00</p>" in poster


def test_more_leads_to_the_calendar(cast: Cast) -> None:
    hall = open_hall(cast)
    page = Client().get(hall.event.get_absolute_url()).text
    assert f'href="{reverse("club-calendar")}"' in page.split('<header class="bar">')[1]
