"""Who gets which notification, and when no one gets one."""

from uuid import uuid4

import pytest
from django.test import Client
from django.utils.translation import override
from pytest_django import Settings

from leagues.actions.draw.changes import swap_entries
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.events.events import start_event
from leagues.actions.people.links import give_link
from leagues.actions.play.calls import call_match, call_round, put_back
from leagues.actions.play.endings import give_walkover
from leagues.actions.push import follow_player, subscribe_own, tell_of_rounds
from leagues.actions.results.corrections import correct_match
from leagues.models import Event, Match, Player, PushAddress, Stage
from leagues.models.people import NameStyle
from leagues.reads.play.card import card_mark
from leagues.stages.pairing_ways import Knockout, RoundRobin
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.draw.draws import a_stage, an_event, entry_of
from tests.leagues.phones.push.phones import Committed, phone_of, player_named, titles_sent
from tests.leagues.phones.push.service import Browser, PushService
from tests.leagues.play.desk_hall import NOON, DeskHall
from tests.leagues.site.speaking import some_words, three_languages
from tests.scenes import scene

__all__ = ["some_words", "three_languages"]


def test_a_called_player_is_notified_of_the_board_and_the_opponent(
    hall: DeskHall, service: PushService, bens: Browser, committed: Committed
) -> None:
    drawn = hall.publish((1, 2), (3, 4))
    with committed():
        call_round(by=hall.by, pairing_round=drawn)

    [message] = service.messages_to(bens)
    assert message["title"] == "Board 1 is ready: you play Ann"
    assert message["body"] == "Westport Open"
    assert message["url"] == "/events/westport-open/matches/1/"
    assert message["own"] is True
    assert len(service.posted) == 1, "only who asked is told"


def test_no_one_is_notified_of_a_private_event(
    hall: DeskHall, service: PushService, bens: Browser, committed: Committed
) -> None:
    """Anyone who scanned a label may have chosen Ben as their name."""
    Event.objects.update(visibility=Event.Visibility.PRIVATE)
    with committed():
        drawn = hall.publish((1, 2), (3, 4))
        call_round(by=hall.by, pairing_round=drawn)

    assert service.posted == []


def test_a_player_sent_to_another_board_is_notified_again(
    hall: DeskHall, service: PushService, bens: Browser, committed: Committed
) -> None:
    hall.publish((1, 2), (3, 4))
    boards = list(hall.event.boards.all())
    for board in boards:
        with committed():
            call_match(by=hall.by, match=Match.objects.get(number=1), board=board)

    assert titles_sent(service, bens) == [
        "Board 1 is ready: you play Ann",
        "Board 2 is ready: you play Ann",
    ]


def test_a_player_who_was_called_is_not_notified_again(
    hall: DeskHall, service: PushService, bens: Browser, committed: Committed
) -> None:
    hall.publish((1, 2), (3, 4))
    for board in (1, 2):
        with committed():
            call_match(by=hall.by, match=Match.objects.get(board__number=board))

    assert titles_sent(service, bens) == ["Board 1 is ready: you play Ann"]


def test_a_player_put_back_before_the_message_left_is_not_notified(
    hall: DeskHall, service: PushService, bens: Browser, committed: Committed
) -> None:
    hall.publish((1, 2), (3, 4))
    with committed():
        called = call_match(by=hall.by, match=hall.at(1))
        put_back(by=hall.by, match=called)

    assert service.posted == []


def test_nothing_is_sent_of_a_call_that_is_rolled_back(
    hall: DeskHall, service: PushService, bens: Browser
) -> None:
    """Messages wait for the commit: in a transaction that has not ended nothing leaves."""
    hall.publish((1, 2), (3, 4))
    call_match(by=hall.by, match=hall.at(1))

    assert service.posted == []


@scene
def drawn_for_three(cast: Cast) -> Stage:
    """Ada, Eve and Fay meet each other, with a bye each; the rounds are not published yet."""
    event = an_event(cast, 3, boards=1)
    stage = a_stage(cast, event, RoundRobin())
    draw_rounds(by=cast.who("ann"), stage=stage)
    return stage


def test_a_published_round_is_sent_with_board_and_opponent(
    cast: Cast, drawn_for_three: Stage, service: PushService, committed: Committed
) -> None:
    phones = {name: phone_of(name, service) for name in ("Ada", "Eve", "Fay")}
    with committed():
        publish_rounds(by=cast.who("ann"), stage=drawn_for_three)

    [one, other] = sorted(
        Player.objects.filter(
            sides__match__pairing_round__number=1, sides__match__board__number=1
        ).values_list("name", flat=True)
    )
    [idle] = phones.keys() - {one, other}
    assert {name: titles_sent(service, phone) for name, phone in phones.items()} == {
        one: [f"Game 1 is out: board 1 against {other}"],
        other: [f"Game 1 is out: board 1 against {one}"],
        idle: ["Game 1 is out: you have a bye"],
    }, "of three games at once, everybody hears of the first"


def test_each_round_is_sent_when_it_is_published(
    hall: DeskHall, service: PushService, bens: Browser, committed: Committed
) -> None:
    for pairs in (((1, 2), (3, 4)), ((1, 3), (4, 2))):
        with committed():
            tell_of_rounds([hall.publish(*pairs).pk])

    assert titles_sent(service, bens) == [
        "Game 1 is out: board 1 against Ann",
        "Game 2 is out: board 2 against Dee",
    ]


def test_a_player_who_loses_their_seat_is_notified_of_the_bye(
    cast: Cast, drawn_for_three: Stage, service: PushService, committed: Committed
) -> None:
    by, event = cast.who("ann"), drawn_for_three.event
    publish_rounds(by=by, stage=drawn_for_three)
    first = Match.objects.filter(pairing_round__number=1, board__isnull=False).get()
    plays = first.sides.get(seat=0).players.get().name
    idle = Player.objects.exclude(sides__match=first).get(entries__event=event)
    phone = phone_of(plays, service)
    with committed():
        swap_entries(
            by=by,
            stage=drawn_for_three,
            number=1,
            one=entry_of(event, plays).pk,
            other=entry_of(event, idle.name).pk,
        )

    assert titles_sent(service, phone) == ["Changed: you have a bye in game 1"]


def test_a_match_without_a_board_yet_is_sent_without_one(
    cast: Cast, drawn_for_three: Stage, service: PushService, committed: Committed
) -> None:
    Match.objects.update(board=None)
    [one, other] = sorted(
        Player.objects.filter(
            sides__match__pairing_round__number=1, sides__match__state="planned"
        ).values_list("name", flat=True)
    )
    phone = phone_of(one, service)
    with committed():
        publish_rounds(by=cast.who("ann"), stage=drawn_for_three)

    assert titles_sent(service, phone) == [f"Game 1 is out: you play {other}"]


def test_a_bracket_that_moves_on_notifies_the_winner_of_the_opponent(
    cast: Cast, service: PushService, committed: Committed
) -> None:
    event = an_event(cast, 4, boards=2)
    stage = a_stage(cast, event, Knockout())
    phones = {name: phone_of(name, service) for name in ("Ada", "Eve", "Fay", "Gus")}
    by = cast.who("ann")
    with committed():
        publish_rounds(by=by, stage=stage)
    start_event(by=by, event=event)
    semis = list(event.matches.order_by("number"))
    for semi in semis:
        with committed():
            give_walkover(by=by, match=semi, winner=Seat.A, points=BySeat(8, 0))

    semi, final = event.matches.filter(sides__players__name="Ada").order_by("number")
    assert semi.board is not None
    assert final.board is not None
    assert titles_sent(service, phones["Ada"]) == [
        f"Your next match: board {semi.board.number} against Gus",
        f"Your next match: board {final.board.number} against Eve",
    ]


def test_two_who_change_places_are_notified(
    cast: Cast, service: PushService, committed: Committed
) -> None:
    by = cast.who("ann")
    event = an_event(cast, 4, boards=2)
    stage = a_stage(cast, event, RoundRobin())
    draw_rounds(by=by, stage=stage)
    publish_rounds(by=by, stage=stage)
    phones = {name: phone_of(name, service) for name in ("Ada", "Eve", "Fay", "Gus")}
    adas = Match.objects.get(pairing_round__number=1, sides__players__name="Ada")
    [opponent] = adas.sides.exclude(players__name="Ada").get().players.all()
    other = next(n for n in phones if n not in ("Ada", opponent.name))
    with committed():
        swap_entries(
            by=by,
            stage=stage,
            number=1,
            one=entry_of(event, opponent.name).pk,
            other=entry_of(event, other).pk,
        )

    assert adas.board is not None
    board = adas.board.number
    titles_by_name = {name: titles_sent(service, phone) for name, phone in phones.items()}
    assert titles_by_name["Ada"] == [f"Your next match: board {board} against {other}"]
    assert titles_by_name[other] == [f"Your next match: board {board} against Ada"]
    assert all(len(each) == 1 for each in titles_by_name.values())


@pytest.mark.parametrize(
    ("card", "title"),
    [
        ("20 20 20 11", "Ben lost 1–7 against Ann"),
        ("02 02 02 11", "Ben won 7–1 against Ann"),
        ("02 20 11 11", "Ben tied 4–4 with Ann"),
    ],
)
def test_a_follower_is_notified_of_the_result(
    hall: DeskHall, service: PushService, committed: Committed, card: str, title: str
) -> None:
    fan = service.browser("fan")
    follow_player(address=fan.address, player=player_named("Ben"))
    hall.publish((1, 2), (3, 4))
    with committed():
        hall.type_card(hall.at(1), card)

    [message] = service.messages_to(fan)
    assert message["title"] == title
    assert message["own"] is False


def test_each_player_of_a_match_has_followers_of_their_own(
    hall: DeskHall, service: PushService, committed: Committed
) -> None:
    bens, anns = service.browser("bens"), service.browser("anns")
    follow_player(address=bens.address, player=player_named("Ben"))
    follow_player(address=anns.address, player=player_named("Ann"))
    hall.publish((1, 2), (3, 4))
    with committed():
        hall.type_card(hall.at(1), "20 20 20 11")

    assert titles_sent(service, bens) == ["Ben lost 1–7 against Ann"]
    assert titles_sent(service, anns) == ["Ann won 7–1 against Ben"]


def test_a_result_is_sent_once_and_corrections_are_not(
    hall: DeskHall, service: PushService, committed: Committed
) -> None:
    fan = service.browser("fan")
    follow_player(address=fan.address, player=player_named("Ben"))
    hall.publish((1, 2), (3, 4))
    match = hall.at(1)
    with committed():
        hall.type_card(match, "20 20 20 11")
    with committed():
        correct_match(
            by=hall.by,
            match=match,
            key=uuid4(),
            claims=[{"points": [2, 0]}] * 4,
            seen=card_mark(Match.objects.get(pk=match.pk)),
            reason="misread",
            made_at=NOON,
        )

    assert len(service.messages_to(fan)) == 1


def test_a_follower_is_not_notified_of_matches_of_others(
    hall: DeskHall, service: PushService, committed: Committed
) -> None:
    fan = service.browser("fan")
    follow_player(address=fan.address, player=player_named("Ben"))
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 20 20 11")
    with committed():
        hall.type_card(hall.at(2), "20 20 20 11")

    assert service.messages_to(fan) == []


def test_followers_hear_nothing_of_events_that_are_not_listed(
    hall: DeskHall, service: PushService, bens: Browser, committed: Committed
) -> None:
    Event.objects.update(visibility=Event.Visibility.UNLISTED)
    fan = service.browser("fan")
    follow_player(address=fan.address, player=player_named("Ben"))
    hall.publish((1, 2), (3, 4))
    with committed():
        call_match(by=hall.by, match=hall.at(1))
    with committed():
        hall.type_card(hall.at(1), "20 20 20 11")

    assert service.messages_to(fan) == []
    assert titles_sent(service, bens) == ["Board 1 is ready: you play Ann"]


def test_names_are_those_that_people_chose_for_the_web(
    hall: DeskHall, service: PushService, bens: Browser, committed: Committed
) -> None:
    Player.objects.filter(name="Ann").update(alias="Flick", name_on_web=NameStyle.ALIAS)
    hall.publish((1, 2), (3, 4))
    with committed():
        call_match(by=hall.by, match=hall.at(1))

    assert titles_sent(service, bens) == ["Board 1 is ready: you play Flick"]


def test_with_notifications_off_no_one_is_notified(
    hall: DeskHall, service: PushService, bens: Browser, settings: Settings, committed: Committed
) -> None:
    hall.publish((1, 2), (3, 4))
    settings.PUSH = False
    with committed() as callbacks:
        call_match(by=hall.by, match=hall.at(1))

    assert callbacks == []
    assert service.posted == []
    token = give_link(by=hall.by, player=player_named("Ben"))
    assert "data-push-for" not in Client().get(f"/me/{token}/").content.decode()
    assert Client().post("/push/").status_code == 404


def test_without_subscribers_there_is_nothing_to_do(
    hall: DeskHall, service: PushService, committed: Committed
) -> None:
    hall.publish((1, 2), (3, 4))
    with committed() as callbacks:
        call_match(by=hall.by, match=hall.at(1))

    assert callbacks == []


def test_an_expired_address_is_forgotten(
    hall: DeskHall, service: PushService, bens: Browser, committed: Committed
) -> None:
    other = service.browser("ann")
    subscribe_own(address=other.address, player=player_named("Ann"))
    service.answers |= {"ben": 410, "ann": 500}
    hall.publish((1, 2), (3, 4))
    with committed():
        call_match(by=hall.by, match=hall.at(1))

    [left] = PushAddress.objects.all()
    assert left.player == player_named("Ann"), "a service in trouble is no reason"


@pytest.mark.usefixtures("three_languages")
def test_each_browser_is_notified_in_the_language_it_chose(
    hall: DeskHall, service: PushService, committed: Committed
) -> None:
    with override("de"):
        bens = phone_of("Ben", service)
    anns = phone_of("Ann", service)
    with override("hu"), committed():
        drawn = hall.publish((1, 2), (3, 4))
        call_round(by=hall.by, pairing_round=drawn)

    assert titles_sent(service, bens)[-1] == "Brett 1 ist frei: du spielst gegen Ann"
    assert titles_sent(service, anns)[-1] == "Board 1 is ready: you play Ben"
