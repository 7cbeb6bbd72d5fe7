"""The sentence that a chat gets for a webhook message, in the club's language, with a link.

It is made from the facts of the message alone, so it names people as these do.
"""

import json
from collections.abc import Callable, Mapping
from datetime import date, time

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.access.languages import speak_for_club
from leagues.dates import date_format
from leagues.models import Match, Webhook, WebhookDelivery
from leagues.push.chat_messages import ChatMessage, ShapedMessage, shape_message
from leagues.push.webhook_post import JSON
from leagues.reads.data.webhook_data import Data
from leagues.reads.messages.date_changes import change_in_words
from leagues.say import say
from scoring.text import Listing

Kind = Webhook.Kind
Ending = Match.Ending


def shape_delivery(delivery: WebhookDelivery) -> ShapedMessage:
    """What is posted: the facts as JSON, or a sentence as the webhook's chat wants it."""
    webhook = delivery.webhook
    if webhook.format == Webhook.Format.JSON:
        return ShapedMessage(delivery.body, {"Content-Type": JSON})
    data = json.loads(delivery.body)["data"]
    with speak_for_club():
        text = SENTENCES[delivery.kind](data)
    return shape_message(webhook.format, ChatMessage(webhook.club.name, text, _link_of(data)))


def _link_of(data: Data) -> str:
    """The page of the smallest thing that the message is about; "" if no one could open it."""
    about = [data[each] for each in ("match", "event", "night", "league") if each in data]
    link = str((about[0] if about else data)["url"])
    return link if link.startswith("http") else ""


def _result(data: Data) -> str:
    match, event = data["match"], data["event"]["name"]
    sides = match["sides"]
    names = [str(side["name"]) for side in sides]
    if match["state"] != Match.State.FINISHED:
        gaps = {"event": event, "sides": " – ".join(names)}
        return _("%(event)s: The result of %(sides)s no longer counts.") % gaps
    results = [side["result"] for side in sides]
    was_played = match["ending"] in (Ending.PLAYED, Ending.TOTALS)
    if not was_played or len(sides) != 2 or None in results:
        ending = "" if was_played else Ending(match["ending"]).label
        score = "–".join(str(each) for each in results if each is not None)
        facts = " · ".join(str(each) for each in (score, ending) if each)
        return f"{event}: {' – '.join(names)} · {facts}"
    if results[0] == results[1]:
        score = f"{results[0]}–{results[1]}"
        gaps = {"first": names[0], "second": names[1], "score": score, "event": event}
        return _("%(first)s and %(second)s tied %(score)s in %(event)s.") % gaps
    [(best, winner), (least, loser)] = sorted(zip(results, names, strict=True), reverse=True)
    gaps = {"winner": winner, "loser": loser, "event": event, "score": f"{best}–{least}"}
    return _("%(winner)s beat %(loser)s %(score)s in %(event)s.") % gaps


def _games_drawn(data: Data) -> str:
    numbers = [each for each in data["rounds"] if each is not None]
    return ngettext(
        "Game %(numbers)s of %(event)s has been drawn.",
        "Games %(numbers)s of %(event)s have been drawn.",
        len(numbers),
    ) % {"numbers": say(Listing(tuple(map(str, numbers)))), "event": data["event"]["name"]}


def _started(data: Data) -> str:
    return _("%(event)s has started.") % {"event": data["event"]["name"]}


def _finished(data: Data) -> str:
    return _("%(event)s is finished.") % {"event": data["event"]["name"]}


def _night_ended(data: Data) -> str:
    gaps = {"league": data["league"]["name"], "day": _day(data["night"]["day"])}
    return _("%(league)s: The night of %(day)s is finished.") % gaps


def _season_closed(data: Data) -> str:
    gaps = {"league": data["league"]["name"]}
    return _("%(league)s: The season is closed, and the table is final.") % gaps


def _players_added(data: Data) -> str:
    names = say(Listing(tuple(each["name"] for each in data["players"])))
    return _("New in the club: %(names)s") % {"names": names}


def _test(data: Data) -> str:
    return _("A test from %(club)s. Updates will come here.") % {"club": data["club"]}


def _recap(data: Data) -> str:
    recap = data["recap"]
    lines = [f"{data['league']['name']}, {_day(data['night']['day'])}"]
    for each in recap["winners"]:
        first = _("First: %(names)s") % {"names": say(Listing(tuple(each["names"])))}
        lines.append(first if len(recap["winners"]) == 1 else f"{each['event']} – {first}")
    if best := recap["most_twenties"]:
        gaps = {"names": say(Listing(tuple(best["names"]))), "n": best["twenties"]}
        lines.append(_("Most 20s: %(names)s, %(n)s") % gaps)
    came = ngettext("%(n)s player came.", "%(n)s players came.", recap["players"])
    return "\n".join([*lines, came % {"n": recap["players"]}])


def _week(data: Data) -> str:
    lines = [_("The week from %(day)s:") % {"day": _day(data["from"])}]
    for each in data["dates"]:
        day = _day(each["day"]) if each["day"] else ""
        at = date_format(time.fromisoformat(each["time"]), "H:i") if each["time"] else ""
        when = ", ".join(filter(None, (day, at)))
        lines.append(" · ".join(filter(None, (when, each["name"], each["place"]))))
    return "\n".join(lines)


def _day(iso: str) -> str:
    return date_format(date.fromisoformat(iso), "D j M")


def _changed(about: str) -> Callable[[Data], str]:
    """The sentence on a changed date of a night's league or of an event."""

    def sentence(data: Data) -> str:
        return change_in_words(data[about]["name"], data["before"], data["now"]) + "."

    return sentence


SENTENCES: Mapping[str, Callable[[Data], str]] = {
    Kind.RESULT: _result,
    Kind.ROUND: _games_drawn,
    Kind.STARTED: _started,
    Kind.FINISHED: _finished,
    Kind.NIGHT: _night_ended,
    Kind.RECAP: _recap,
    Kind.WEEK: _week,
    Kind.NIGHT_CHANGED: _changed("league"),
    Kind.EVENT_CHANGED: _changed("event"),
    Kind.SEASON: _season_closed,
    Kind.PLAYER: _players_added,
    Kind.TEST: _test,
}
