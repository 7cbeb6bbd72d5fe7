"""What webhooks send, and that it is exactly the text written with the act."""

from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leagues.actions.advance.finish import finish_event
from leagues.actions.club.webhooks import add_webhook, pause_webhook
from leagues.actions.events.events import start_event
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
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import boards, drawn, win
from tests.leagues.log.test_undo import correct
from tests.leagues.play.desk_hall import DeskHall, finish_as_it_is
from tests.webhook_receiver import Receiver

pytestmark = pytest.mark.django_db


def waiting() -> list[str]:
    return list(WebhookDelivery.objects.order_by("pk").values_list("kind", flat=True))


def test_a_result_is_told_as_the_api_has_it(
    hall: DeskHall, webhook: Webhook, receiver: Receiver
) -> None:
    play(hall)
    assert waiting() == ["round.published", "result.changed"]
    assert receiver.got == [], "only what stands is told"
    assert (tell_due(), tell_due()) == (2, 0)

    published, result = receiver.got
    assert published.told["data"]["rounds"] == [1]
    assert result.is_signed_with(webhook.secret)
    told = result.told["data"]
    api = read(told["match"]["api"])
    assert told["event"]["slug"] == hall.event.slug
    assert (told["match"]["number"], told["match"]["state"]) == (1, "finished")
    for mine, theirs in zip(told["match"]["sides"], api["sides"], strict=True):
        assert mine.items() <= theirs.items()
    assert [side["points"] for side in told["match"]["sides"]] == [8, 0]
    assert told["match"]["url"] == api["url"].replace("http://testserver", "https://club.example")
    delivery = WebhookDelivery.objects.get(kind="result.changed")
    assert (delivery.status, delivery.state, str(delivery.key)) == (204, "sent", result.key)


def play(hall: DeskHall) -> Match:
    """Play the first match of a round; its first side wins 8–0."""
    match: Match = hall.publish((1, 2), (3, 4)).matches.order_by("number")[0]
    hall.type_card(match, "20 20 20 20")
    return Match.objects.get(pk=match.pk)


def read(address: str) -> Any:
    return Client().get(address.removeprefix("https://club.example")).json()


def test_a_result_is_told_again_where_it_is_another(hall: DeskHall, webhook: Webhook) -> None:
    match = play(hall)
    correct(hall, match, [2, 0], [2, 0], [2, 0], [0, 2])
    correct(hall, match, [2, 0], [0, 2], [2, 0], [2, 0])

    told = [told_of(each) for each in results()]
    assert [[side["points"] for side in each["sides"]] for each in told] == [[8, 0], [6, 2]], (
        "what changed no result is not told"
    )


def test_a_match_that_is_struck_out_has_no_points(hall: DeskHall, webhook: Webhook) -> None:
    match = hall.publish((1, 2)).matches.get()
    hall.type_card(match, "20")
    annul_match(by=hall.by, match=match, reason="x")

    [told] = map(told_of, results())
    assert (told["state"], told["ending"]) == ("finished", "annulled")
    assert [side["points"] for side in told["sides"]] == [None, None]


def test_a_result_that_is_taken_back_is_told_once(hall: DeskHall, webhook: Webhook) -> None:
    play(hall)
    undo(by=hall.by, action=Action.objects.filter(verb="enter_card").latest("pk"))

    assert [told_of(each)["state"] for each in results()] == ["finished", "planned"]


def results() -> list[WebhookDelivery]:
    return list(WebhookDelivery.objects.filter(kind="result.changed").order_by("pk"))


def told_of(delivery: WebhookDelivery) -> Any:
    return match_in(delivery.body)


def test_a_round_of_a_match_that_goes_on_is_not_told(hall: DeskHall, webhook: Webhook) -> None:
    match = hall.publish((1, 2)).matches.get()
    hall.type_card(match, "20")

    assert waiting() == ["round.published"]


def test_an_event_begins_and_ends(cast: Cast, webhook: Webhook) -> None:
    ann = cast.who("ann")
    event = Event.objects.get()
    Event.objects.filter(pk=event.pk).update(state="planned")
    start_event(by=ann, event=event)
    finish_event(by=ann, event=event)
    assert waiting() == ["event.started", "event.finished"]


def test_of_what_is_private_nothing_is_told(hall: DeskHall, webhook: Webhook) -> None:
    Event.objects.update(visibility="private")
    play(hall)
    finish_as_it_is(hall.by, Event.objects.get())

    assert waiting() == []


def test_somebody_new_is_told_as_exports_name_them(
    cast: Cast, webhook: Webhook, receiver: Receiver
) -> None:
    ann = cast.who("ann")
    add_player(by=ann, club=cast.club, name="Zoe Quill", is_minor=True)
    tell_due()

    [got] = receiver.got
    [zoe] = got.told["data"]["players"]
    assert zoe["name"] == "Zoe Q."
    assert "Quill" not in got.body.decode()
    assert zoe["api"].endswith(f"/api/v1/players/{zoe['id']}/")


def test_new_people_of_a_list_are_told(cast: Cast, webhook: Webhook) -> None:
    by, club = cast.who("ann"), cast.club
    add_players(by=by, club=club, new=[Player(club=club, name="Zoe Quill")])
    open_league(by=by, club=club, name="Fridays", members=[Player(club=club, name="Yan Ott")])

    assert waiting() == ["player.added", "player.added"]


def test_a_guest_a_night_and_its_season(cast: Cast, webhook: Webhook) -> None:
    mondays, by = Mondays.open(cast, "Eve", "Flo", nights=1), cast.who("ann")
    boards(mondays, 2)
    night = mondays.night(1)
    walk_up(by=by, night=night, name="Neu")
    event = drawn(mondays, 1, "Eve", "Flo")
    start_night(by=by, night=night)
    for match in event.matches.unfinished():
        win(match)
    end_night(by=by, night=night)
    close_league(by=by, league=mondays.league)

    assert waiting() == [
        *("player.added", "round.published", "event.started"),
        *("event.finished", "night.ended", "season.closed"),
    ]
    told = WebhookDelivery.objects.get(kind="night.ended").body
    assert "2026-10-05" in told
    assert f"/leagues/mondays/nights/{night.pk}/" in told


def test_of_a_private_league_nothing_is_told(cast: Cast, webhook: Webhook) -> None:
    mondays = Mondays.open(cast, "Ann A", "Ben B", nights=1)
    mondays.play(1, ("Ann A", "Ben B", 6, 2))
    League.objects.update(visibility="private")
    close_league(by=cast.who("ann"), league=mondays.league)

    assert waiting() == []


def test_a_program_is_told_what_it_asked_for(
    cast: Cast, hall: DeskHall, receiver: Receiver
) -> None:
    by = cast.who("ann")
    for number, kinds in enumerate((["result.changed"], ["player.added"])):
        add_webhook(by=by, club=cast.club, address=f"{receiver.address}/{number}", kinds=kinds)
    play(hall)
    add_player(by=by, club=cast.club, name="Zoe")
    tell_due()
    assert sorted((got.path, got.told["type"]) for got in receiver.got) == [
        ("/hook/0", "result.changed"),
        ("/hook/1", "player.added"),
    ]


def test_a_paused_program_is_told_nothing(cast: Cast, hall: DeskHall, webhook: Webhook) -> None:
    pause_webhook(by=cast.who("ann"), webhook=webhook)
    play(hall)

    assert waiting() == []


def test_what_is_rolled_back_was_never_told(cast: Cast, webhook: Webhook) -> None:
    class Trouble(Exception):
        pass

    def fails() -> None:
        with transaction.atomic():
            add_player(by=cast.who("ann"), club=cast.club, name="Zoe")
            assert waiting() == ["player.added"]
            raise Trouble

    with pytest.raises(Trouble):
        fails()
    assert waiting() == []
    assert not Player.objects.filter(name="Zoe").exists()


def test_where_nobody_is_told_an_act_asks_nothing_more(cast: Cast, hall: DeskHall) -> None:
    match = hall.publish((1, 2)).matches.get()
    with CaptureQueriesContext(connection) as asked:
        hall.type_card(match, "20 20 20 20")

    assert not [each for each in asked if "webhook" in each["sql"]]


def test_a_round_that_ends_nothing_costs_two_questions(hall: DeskHall, webhook: Webhook) -> None:
    match = hall.publish((1, 2)).matches.get()
    with CaptureQueriesContext(connection) as asked:
        hall.type_card(match, "20")

    assert len([each for each in asked if "webhook" in each["sql"]]) == 2
