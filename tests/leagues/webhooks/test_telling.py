"""What webhooks send, and that it is exactly the text written with the act."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leagues.actions.advance.finish import finish_event
from leagues.actions.club.webhooks import add_webhook, pause_webhook
from leagues.actions.date_changes import Telling
from leagues.actions.events.events import bin_event, start_event
from leagues.actions.leagues.nights.changes import cancel_night
from leagues.actions.leagues.nights.tonight import end_night, start_night, walk_up
from leagues.actions.leagues.season.closing import close_league
from leagues.actions.leagues.settings import open_league
from leagues.actions.log.undo import undo
from leagues.actions.people.people import add_player, add_players
from leagues.actions.play.endings import annul_match
from leagues.actions.send_webhooks import tell_due
from leagues.models import Action, Event, League, Match, Player, Webhook, WebhookDelivery
from leagues.reads.data.webhook_data import match_in
from tests.cast import Cast
from tests.leagues.draw.draws import an_event
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import drawn_event, set_boards, win_match
from tests.leagues.log.test_undo import correct_points
from tests.leagues.play.desk_hall import DeskHall, finish_as_it_is
from tests.webhook_receiver import Receiver

pytestmark = pytest.mark.django_db


def waiting_kinds() -> list[str]:
    return list(WebhookDelivery.objects.order_by("pk").values_list("kind", flat=True))


def test_a_result_is_sent_as_the_api_has_it(
    hall: DeskHall, webhook: Webhook, receiver: Receiver
) -> None:
    play_match(hall)
    assert waiting_kinds() == ["round.published", "result.changed"]
    assert receiver.got == [], "only what stands is told"
    assert (tell_due(), tell_due()) == (2, 0)

    published, result = receiver.got
    assert published.payload["data"]["rounds"] == [1]
    assert result.is_signed_with(webhook.secret)
    data = result.payload["data"]
    api = read_api(data["match"]["api"])
    assert data["event"]["slug"] == hall.event.slug
    assert (data["match"]["number"], data["match"]["state"]) == (1, "finished")
    for mine, theirs in zip(data["match"]["sides"], api["sides"], strict=True):
        assert mine.items() <= theirs.items()
    assert [side["points"] for side in data["match"]["sides"]] == [8, 0]
    assert data["match"]["url"] == api["url"].replace("http://testserver", "https://club.example")
    delivery = WebhookDelivery.objects.get(kind="result.changed")
    assert (delivery.status, delivery.state, str(delivery.key)) == (204, "sent", result.key)


def play_match(hall: DeskHall) -> Match:
    """Play the first match of a round; its first side wins 8–0."""
    match: Match = hall.publish((1, 2), (3, 4)).matches.order_by("number")[0]
    hall.type_card(match, "20 20 20 20")
    return Match.objects.get(pk=match.pk)


def read_api(address: str) -> Any:
    return Client().get(address.removeprefix("https://club.example")).json()


def test_a_changed_result_is_sent_again(hall: DeskHall, webhook: Webhook) -> None:
    match = play_match(hall)
    correct_points(hall, match, [2, 0], [2, 0], [2, 0], [0, 2])
    correct_points(hall, match, [2, 0], [0, 2], [2, 0], [2, 0])

    matches = [match_sent(each) for each in result_deliveries()]
    assert [[side["points"] for side in each["sides"]] for each in matches] == [[8, 0], [6, 2]], (
        "what changed no result is not told"
    )


def test_a_match_that_is_struck_out_has_no_points(hall: DeskHall, webhook: Webhook) -> None:
    match = hall.publish((1, 2)).matches.get()
    hall.type_card(match, "20")
    annul_match(by=hall.by, match=match, reason="x")

    [match_data] = map(match_sent, result_deliveries())
    assert (match_data["state"], match_data["ending"]) == ("finished", "annulled")
    assert [side["points"] for side in match_data["sides"]] == [None, None]


def test_an_undone_result_is_sent_once(hall: DeskHall, webhook: Webhook) -> None:
    play_match(hall)
    undo(by=hall.by, action=Action.objects.filter(verb="enter_card").latest("pk"))

    assert [match_sent(each)["state"] for each in result_deliveries()] == ["finished", "planned"]


def result_deliveries() -> list[WebhookDelivery]:
    return list(WebhookDelivery.objects.filter(kind="result.changed").order_by("pk"))


def match_sent(delivery: WebhookDelivery) -> Any:
    return match_in(delivery.body)


def test_a_round_of_an_unfinished_match_is_not_sent(hall: DeskHall, webhook: Webhook) -> None:
    match = hall.publish((1, 2)).matches.get()
    hall.type_card(match, "20")

    assert waiting_kinds() == ["round.published"]


def test_an_event_begins_and_ends(cast: Cast, webhook: Webhook) -> None:
    ann = cast.who("ann")
    event = Event.objects.get()
    Event.objects.filter(pk=event.pk).update(state="planned")
    start_event(by=ann, event=event)
    finish_event(by=ann, event=event)
    assert waiting_kinds() == ["event.started", "event.finished"]


def test_nothing_private_is_sent(hall: DeskHall, webhook: Webhook) -> None:
    Event.objects.update(visibility="private")
    play_match(hall)
    finish_as_it_is(hall.by, Event.objects.get())

    assert waiting_kinds() == []


def test_a_new_player_is_sent_under_the_export_name(
    cast: Cast, webhook: Webhook, receiver: Receiver
) -> None:
    ann = cast.who("ann")
    add_player(by=ann, club=cast.club, name="Zoe Quill", is_minor=True)
    tell_due()

    [got] = receiver.got
    [zoe] = got.payload["data"]["players"]
    assert zoe["name"] == "Zoe Q."
    assert "Quill" not in got.body.decode()
    assert zoe["api"].endswith(f"/api/v1/players/{zoe['id']}/")


def test_new_people_of_a_list_are_sent(cast: Cast, webhook: Webhook) -> None:
    by, club = cast.who("ann"), cast.club
    add_players(by=by, club=club, new=[Player(club=club, name="Zoe Quill")])
    open_league(by=by, club=club, name="Fridays", members=[Player(club=club, name="Yan Ott")])

    assert waiting_kinds() == ["player.added", "player.added"]


def test_a_guest_a_night_and_its_season(cast: Cast, webhook: Webhook) -> None:
    mondays, by = Mondays.open(cast, "Eve", "Flo", nights=1), cast.who("ann")
    set_boards(mondays, 2)
    night = mondays.night(1)
    walk_up(by=by, night=night, name="Neu")
    event = drawn_event(mondays, 1, "Eve", "Flo")
    start_night(by=by, night=night)
    for match in event.matches.unfinished():
        win_match(match)
    end_night(by=by, night=night)
    close_league(by=by, league=mondays.league)

    assert waiting_kinds() == [
        *("player.added", "round.published", "event.started"),
        *("event.finished", "night.ended", "night.recap", "season.closed"),
    ]
    body = WebhookDelivery.objects.get(kind="night.ended").body
    assert "2026-10-05" in body
    assert f"/leagues/mondays/nights/{night.pk}/" in body


@time_machine.travel("2026-10-01T12:00-04:00", tick=False)
def test_a_cancelled_night_and_a_cancelled_event(cast: Cast, webhook: Webhook) -> None:
    mondays, by = Mondays.open(cast, "Eve", "Flo", nights=2), cast.who("ann")
    event = an_event(cast, 2, starts_at=datetime(2026, 10, 10, 9, tzinfo=UTC))
    cancel_night(by=by, night=mondays.night(1), reason="snow")
    bin_event(by=by, event=event)
    cancel_night(by=by, night=mondays.night(2), reason="snow", telling=Telling(is_wanted=False))

    assert waiting_kinds() == ["night.changed", "event.changed"]
    data = json.loads(WebhookDelivery.objects.get(kind="night.changed").body)["data"]
    assert (data["league"]["name"], data["night"]["day"]) == ("Mondays", "2026-10-05")
    assert (data["before"]["is_cancelled"], data["now"]["is_cancelled"]) == (False, True)
    assert data["now"]["reason"] == "snow"


def test_nothing_of_a_private_league_is_sent(cast: Cast, webhook: Webhook) -> None:
    mondays = Mondays.open(cast, "Ann A", "Ben B", nights=2)
    mondays.play(1, ("Ann A", "Ben B", 6, 2))
    League.objects.update(visibility="private")
    with time_machine.travel("2026-10-01T12:00-04:00"):
        cancel_night(by=cast.who("ann"), night=mondays.night(2), reason="snow")
    close_league(by=cast.who("ann"), league=mondays.league)

    assert waiting_kinds() == []


def test_a_program_gets_the_kinds_it_asked_for(
    cast: Cast, hall: DeskHall, receiver: Receiver
) -> None:
    by = cast.who("ann")
    for number, kinds in enumerate((["result.changed"], ["player.added"])):
        add_webhook(by=by, club=cast.club, address=f"{receiver.address}/{number}", kinds=kinds)
    play_match(hall)
    add_player(by=by, club=cast.club, name="Zoe")
    tell_due()
    assert sorted((got.path, got.payload["type"]) for got in receiver.got) == [
        ("/hook/0", "result.changed"),
        ("/hook/1", "player.added"),
    ]


def test_a_paused_program_gets_nothing(cast: Cast, hall: DeskHall, webhook: Webhook) -> None:
    pause_webhook(by=cast.who("ann"), webhook=webhook)
    play_match(hall)

    assert waiting_kinds() == []


def test_what_is_rolled_back_is_never_sent(cast: Cast, webhook: Webhook) -> None:
    class Trouble(Exception):
        pass

    def fails() -> None:
        with transaction.atomic():
            add_player(by=cast.who("ann"), club=cast.club, name="Zoe")
            assert waiting_kinds() == ["player.added"]
            raise Trouble

    with pytest.raises(Trouble):
        fails()
    assert waiting_kinds() == []
    assert not Player.objects.filter(name="Zoe").exists()


def test_without_webhooks_an_act_needs_no_more_queries(cast: Cast, hall: DeskHall) -> None:
    match = hall.publish((1, 2)).matches.get()
    with CaptureQueriesContext(connection) as asked:
        hall.type_card(match, "20 20 20 20")

    assert not [each for each in asked if "webhook" in each["sql"]]


def test_a_round_that_ends_nothing_costs_two_questions(hall: DeskHall, webhook: Webhook) -> None:
    match = hall.publish((1, 2)).matches.get()
    with CaptureQueriesContext(connection) as asked:
        hall.type_card(match, "20")

    assert len([each for each in asked if "webhook" in each["sql"]]) == 2
