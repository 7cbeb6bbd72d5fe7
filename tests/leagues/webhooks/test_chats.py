"""A club's chat gets a sentence with a link, in the shape that each service wants."""

import json
from datetime import datetime, timedelta
from email.header import decode_header, make_header
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from leagues.actions.club.webhooks import add_webhook, try_webhook
from leagues.actions.leagues.nights.tonight import end_night, start_night
from leagues.actions.people.people import add_player
from leagues.actions.send_webhooks import tell_due
from leagues.actions.webhook_queue import queue_week
from leagues.models import Club, Event, League, MatchSide, Player, Webhook, WebhookDelivery
from leagues.push.chat_messages import LONGEST, ChatMessage, shape_message
from leagues.reads.data.webhook_sentences import SENTENCES, shape_delivery
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import drawn_event, set_boards, win_match
from tests.leagues.play.desk_hall import DeskHall
from tests.webhook_receiver import Receiver

pytestmark = pytest.mark.django_db
Format, Kind = Webhook.Format, Webhook.Kind
MONDAY = datetime.fromisoformat("2026-10-05T12:30:00+00:00")  # 8:30 in Toronto


def add_chat(
    cast: Cast, receiver: Receiver, *kinds: str, form: Webhook.Format = Format.TEXT
) -> Webhook:
    return add_webhook(
        by=cast.who("ann"), club=cast.club, address=receiver.address, kinds=kinds, format=form
    )


def written() -> list[str]:
    """What was queued, as plain text."""
    found = WebhookDelivery.objects.select_related("webhook__club").order_by("pk")
    return [shape_delivery(each).body for each in found]


# --- The shapes -------------------------------------------------------------------------------

HELLO = ChatMessage("Zoë’s", "@everyone *Ann* <won> & left.", "https://club.example/")


def test_discord_calls_no_one_and_shows_what_was_written() -> None:
    body = json.loads(shape_message("discord", HELLO).body)
    assert body["content"] == r"\@everyone \*Ann\* \<won\> & left." + f"\n{HELLO.link}"
    assert body["allowed_mentions"] == {"parse": []}


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("slack", "@everyone *Ann* &lt;won&gt; &amp; left."),
        ("google", "@everyone *Ann* (won) & left."),
    ],
)
def test_slack_and_google_chat_get_a_text(form: str, text: str) -> None:
    shaped = shape_message(form, HELLO)
    assert json.loads(shaped.body) == {"text": f"{text}\n{HELLO.link}"}
    assert shaped.headers == {"Content-Type": "application/json; charset=utf-8"}


def test_ntfy_gets_title_and_link_in_headers() -> None:
    shaped = shape_message("ntfy", HELLO)
    assert shaped.body == HELLO.text
    assert str(make_header(decode_header(shaped.headers["Title"]))) == "Zoë’s"
    assert shaped.headers["Click"] == HELLO.link
    assert "Click" not in shape_message("ntfy", ChatMessage("A", "b", "")).headers


def test_a_message_without_an_address_is_the_sentence_alone() -> None:
    assert shape_message("text", ChatMessage("A", "Hello.", "")).body == "Hello."


def test_a_long_message_fits_into_discords_2000_characters() -> None:
    long = ChatMessage("A", "x" * 3000, HELLO.link)
    content = json.loads(shape_message("discord", long).body)["content"]
    assert content == f"{'x' * LONGEST}…\n{HELLO.link}"


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("https://discord.com/api/webhooks/1/abc", Format.DISCORD),
        ("https://discordapp.com/api/webhooks/1/abc", Format.DISCORD),
        ("https://discord.com/channels/1", Format.JSON),
        ("https://hooks.slack.com/services/T/B/x", Format.SLACK),
        ("https://chat.googleapis.com/v1/spaces/A/messages?key=k", Format.GOOGLE),
        ("https://ntfy.sh/millrace", Format.NTFY),
        ("https://ntfy.club.example/millrace", Format.NTFY),
        ("https://board.example/discord.com/api/webhooks", Format.JSON),
        ("https://evil-discord.com/api/webhooks/1", Format.JSON),
    ],
)
def test_a_chat_is_known_by_its_address(cast: Cast, address: str, form: Webhook.Format) -> None:
    by, club = cast.who("ann"), cast.club
    assert add_webhook(by=by, club=club, address=address, kinds=["test"]).format == form


def test_the_chosen_format_wins_over_the_address(cast: Cast) -> None:
    by, address = cast.who("ann"), "https://discord.com/api/webhooks/1/abc/slack"
    made = add_webhook(by=by, club=cast.club, address=address, kinds=["test"], format="slack")
    assert made.format == Format.SLACK


# --- What is posted ---------------------------------------------------------------------------


def test_a_chat_gets_a_sentence_without_a_signature(cast: Cast, receiver: Receiver) -> None:
    webhook = add_chat(cast, receiver, "test", form=Format.DISCORD)
    try_webhook(by=cast.who("ann"), webhook=webhook)
    assert tell_due() == 1

    [got] = receiver.got
    text = f"A test from {cast.club.name}. Updates will come here.\nhttps://club.example/"
    assert got.payload["content"] == text
    assert not [name for name in got.headers if name.startswith("webhook-")]


def test_plain_text_is_signed(cast: Cast, receiver: Receiver) -> None:
    webhook = add_chat(cast, receiver, "test")
    try_webhook(by=cast.who("ann"), webhook=webhook)
    tell_due()

    [got] = receiver.got
    assert got.is_signed_with(webhook.secret)
    assert got.headers["content-type"] == "text/plain; charset=utf-8"


def test_the_sentence_is_in_the_clubs_language(cast: Cast, receiver: Receiver) -> None:
    Club.objects.update(language="de")
    webhook = add_chat(cast, receiver, "test")
    try_webhook(by=cast.who("ann"), webhook=webhook)
    [text] = written()
    assert "A test from" not in text
    assert cast.club.name in text


def test_every_kind_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Kind)


# --- The sentences ----------------------------------------------------------------------------


def test_a_match_that_was_won_changed_and_undone(
    cast: Cast, hall: DeskHall, receiver: Receiver
) -> None:
    add_chat(cast, receiver, Kind.ROUND, Kind.RESULT)
    match = hall.publish((1, 2), (3, 4)).matches.order_by("number")[0]
    hall.type_card(match, "20 20 20 20")
    drawn, won = written()

    name, site = hall.event.name, f"https://club.example/events/{hall.event.slug}/"
    assert drawn == f"Game 1 of {name} has been drawn.\n{site}"
    assert won == f"Ann A beat Ben B 8–0 in {name}.\n{site}matches/1/"


def result_of(*results: int | None, ending: str = "played", state: str = "finished") -> str:
    names = ("Ann", "Ben")
    sides = [{"name": name, "result": each} for name, each in zip(names, results, strict=True)]
    match = {"state": state, "ending": ending, "sides": sides}
    return SENTENCES[Kind.RESULT]({"match": match, "event": {"name": "Open"}})


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"results": (2, 6)}, "Ben beat Ann 6–2 in Open."),
        ({"results": (4, 4)}, "Ann and Ben tied 4–4 in Open."),
        ({"results": (8, 0), "ending": "walkover"}, "Open: Ann – Ben · 8–0 · Walkover"),
        ({"results": (None, None), "ending": "annulled"}, "Open: Ann – Ben · Voided"),
        (
            {"results": (None, None), "ending": "", "state": "planned"},
            "Open: The result of Ann – Ben no longer counts.",
        ),
    ],
)
def test_a_result_in_words(facts: dict[str, Any], text: str) -> None:
    assert result_of(*facts.pop("results"), **facts) == text


def test_a_minor_has_a_short_name(cast: Cast, receiver: Receiver) -> None:
    add_chat(cast, receiver, Kind.PLAYER)
    add_player(by=cast.who("ann"), club=cast.club, name="Zoe Quill", is_minor=True)

    assert written() == ["New in the club: Zoe Q.\nhttps://club.example/players/"]


def ended_night(cast: Cast) -> Mondays:
    """Four play; Eve and Gus win, and Gus has the most 20s."""
    mondays, by = Mondays.open(cast, "Eve", "Flo", "Gus", "Hal", nights=1), cast.who("ann")
    set_boards(mondays, 2)
    event = drawn_event(mondays, 1, "Eve", "Flo", "Gus", "Hal")
    start_night(by=by, night=mondays.night(1))
    for match in event.matches.unfinished():
        win_match(match)
    return mondays


def test_a_nights_recap_names_winners_most_20s_and_how_many_came(
    cast: Cast, receiver: Receiver
) -> None:
    add_chat(cast, receiver, Kind.RECAP)
    mondays = ended_night(cast)
    gus = Player.objects.get(name="Gus")
    MatchSide.objects.update(twenties=2)
    MatchSide.objects.filter(players=gus).update(twenties=9)
    Player.objects.filter(pk=gus.pk).update(name="Gus Moss", family_name="Moss", is_minor=True)
    end_night(by=cast.who("ann"), night=mondays.night(1))

    [text] = written()
    title, first, most, came, link = text.splitlines()
    assert title == f"{mondays.league.name}, Mon 5 Oct"
    assert first.startswith("First: ")
    assert most == "Most 20s: Gus M., 27", "three matches of nine"
    assert came == "4 players came."
    assert link.endswith(f"/nights/{mondays.night(1).pk}/")
    assert "Moss" not in text


@pytest.mark.parametrize("hidden", [League, Event])
def test_a_private_night_has_no_recap(
    cast: Cast, receiver: Receiver, hidden: type[League] | type[Event]
) -> None:
    add_chat(cast, receiver, Kind.RECAP)
    mondays = ended_night(cast)
    hidden._default_manager.update(visibility="private")
    end_night(by=cast.who("ann"), night=mondays.night(1))

    assert written() == []


# --- The week ---------------------------------------------------------------------------------


def queue_at(moment: datetime) -> list[str]:
    with time_machine.travel(moment, tick=False):
        queue_week(now=moment)
    return written()


def test_on_monday_morning_the_week_is_posted_once(cast: Cast, receiver: Receiver) -> None:
    mondays = Mondays.open(cast, "Eve", "Flo", nights=2)
    add_chat(cast, receiver, Kind.WEEK)
    assert queue_at(MONDAY - timedelta(hours=1)) == [], "it is half past seven"

    [text] = queue_at(MONDAY)
    lines = text.splitlines()
    assert lines[0] == "The week from Mon 5 Oct:"
    assert lines[1].startswith(f"Mon 5 Oct, 19:30 · {mondays.league.name}")
    assert lines[2:] == ["https://club.example/"]
    assert queue_at(MONDAY + timedelta(hours=3)) == [text]
    assert queue_at(MONDAY + timedelta(days=1)) == [text], "only on Monday"
    assert len(queue_at(MONDAY + timedelta(days=7))) == 2


def test_a_week_without_anything_public_is_not_posted(cast: Cast, receiver: Receiver) -> None:
    Mondays.open(cast, "Eve", "Flo", nights=1)
    League.objects.update(visibility="private")
    add_chat(cast, receiver, Kind.WEEK)
    assert queue_at(MONDAY) == []


def test_the_week_is_posted_only_where_it_was_chosen(cast: Cast, receiver: Receiver) -> None:
    Mondays.open(cast, "Eve", "Flo", nights=1)
    add_chat(cast, receiver, Kind.RECAP)
    assert queue_at(MONDAY) == []


# --- A service that is busy -------------------------------------------------------------------


def test_a_service_that_is_busy_is_asked_again_when_it_wants(
    cast: Cast, receiver: Receiver
) -> None:
    webhook = add_chat(cast, receiver, "test", form=Format.DISCORD)
    for _each in range(3):
        try_webhook(by=cast.who("ann"), webhook=webhook)
    receiver.answer, receiver.retry_after = lambda _got: 429, "40"
    receiver.reason = b'{"message": "You are being rate limited."}'
    before = timezone.now()
    assert tell_due() == 0

    first, *others = WebhookDelivery.objects.order_by("pk")
    assert before + timedelta(seconds=59) < first.send_at < before + timedelta(seconds=90)
    assert first.error == f"It answered 429. {receiver.reason.decode()}"
    assert [each.send_at for each in others] == [first.send_at] * 2, "all wait"
    assert [each.tries for each in others] == [0, 0]
    receiver.answer = lambda _got: 204
    with time_machine.travel(first.send_at, tick=False):
        assert tell_due() == 3


@pytest.mark.parametrize(
    ("asked", "waits"),
    [
        ("2.5", timedelta(minutes=1)),
        ("90.5", timedelta(seconds=90.5)),
        ("-4", timedelta(minutes=1)),
        ("999999999", timedelta(hours=12)),
        ("1e999", timedelta(minutes=1)),
        ("soon", timedelta(minutes=1)),
        ("Mon, 05 Oct 2026 12:32:00 GMT", timedelta(seconds=120)),
        ("Mon, 05 Oct 2026 12:00:00 GMT", timedelta(minutes=1)),
    ],
)
def test_how_long_it_waits(cast: Cast, receiver: Receiver, asked: str, waits: timedelta) -> None:
    webhook = add_chat(cast, receiver, "test")
    receiver.answer, receiver.retry_after = lambda _got: 503, asked
    with time_machine.travel(MONDAY, tick=False):
        try_webhook(by=cast.who("ann"), webhook=webhook)
        tell_due()
    assert WebhookDelivery.objects.get().send_at == MONDAY + waits


# --- The desk ---------------------------------------------------------------------------------


def test_the_desk_shows_neither_the_secret_address_nor_a_useless_key(cast: Cast) -> None:
    ann, secret = cast.browser_of("ann"), "https://discord.com/api/webhooks/12345/Zx9-secretWXYZ"
    added = ann.post("/desk/webhooks/", {"address": secret, "kinds": ["night.recap"]}, follow=True)
    webhook = Webhook.objects.get()
    pages = [added, ann.get("/desk/webhooks/"), ann.get(f"/desk/webhooks/{webhook.pk}/")]

    for page in pages:
        text = page.content.decode()
        assert "discord.com/…WXYZ" in text
        assert "secretWXYZ" not in text
        assert webhook.secret not in text


def test_of_a_short_address_only_the_host_is_shown() -> None:
    assert Webhook(address="https://ntfy.sh/millrace").masked_address == "ntfy.sh/…"


def test_the_desk_shows_what_the_chat_gets(cast: Cast, receiver: Receiver) -> None:
    webhook = add_chat(cast, receiver, "test", form=Format.SLACK)
    page = f"/desk/webhooks/{webhook.pk}/"
    shown = cast.browser_of("ann").post(f"{page}test/", follow=True).content.decode()

    assert "The test arrived: 127.0.0.1 answered 204." in shown
    assert "&quot;text&quot;: &quot;A test from" in shown
