"""Parse what phones send, strictly: nothing is guessed, and unknown fields are refused."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NoReturn
from uuid import UUID

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.actions.phones.report import Sent
from leagues.reads.play.claims import Claim

MOST_BYTES = 64 * 1024
MOST_AT_ONCE = 100
MOST = 10_000
ZONES = 4
DEPTHS = ({"discs"}, {"score"}, {"score", "twenties"}, {"points"}, {"points", "twenties"})


class Nonsense(Exception):
    """Input that our phones would never send; the message is the reason, as a sentence."""


@dataclass(frozen=True)
class Parcel:
    """Reports in the order they were made, and the device that sent them."""

    device: UUID | None
    reports: tuple[tuple[Sent, int | None], ...]
    """Each with its side, for passes that don't fix the side."""
    goes_on: bool = False
    """True if the phone sends them again at the match's new board."""


def body_of(request: HttpRequest) -> bytes:
    """Return the body of a request, unless it is too large to read."""
    length = request.headers.get("Content-Length") or "0"
    if not length.isdecimal() or int(length[:12]) > MOST_BYTES:
        raise Nonsense(_("This is too much at once. Send fewer rounds."))
    return request.body


def read_json(body: bytes) -> Mapping[str, Any]:
    """Parse a JSON object, refusing repeated keys and numbers such as NaN."""
    try:
        data = json.loads(body, parse_constant=_no_number, object_pairs_hook=_once_each)
    except (ValueError, RecursionError) as error:
        raise Nonsense(_("We can’t read this.")) from error
    if not isinstance(data, dict):
        raise Nonsense(_("We can’t read this."))
    return data


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _value in pairs}) < len(pairs):
        raise ValueError("a key twice")
    return dict(pairs)


def read_parcel(data: Mapping[str, Any]) -> Parcel:
    """Parse the reports of one phone. One invalid report invalidates the parcel."""
    _refuse_unknown(data, {"device", "reports", "goes_on"})
    reports = data.get("reports")
    if not isinstance(reports, list) or not reports:
        raise Nonsense(_("It contains no report."))
    if len(reports) > MOST_AT_ONCE:
        raise Nonsense(_("This is too much at once. Send fewer rounds."))
    if data.get("goes_on", True) is not True:
        raise Nonsense(_("We can’t read this."))
    return Parcel(
        device=read_device(data),
        reports=tuple(_read_report(each) for each in reports),
        goes_on="goes_on" in data,
    )


def read_device(data: Mapping[str, Any]) -> UUID | None:
    found = data.get("device")
    return None if found is None else _parse_uuid(found)


def read_seat(data: Mapping[str, Any]) -> int | None:
    found = data.get("seat")
    return None if found is None else _parse_whole(found, 0, 3)


def read_which(data: Mapping[str, Any]) -> tuple[int, int]:
    """Return the numbers of the game and the round."""
    return _parse_whole(data.get("game"), 1, 999), _parse_whole(data.get("number"), 1, 999)


def read_mark(data: Mapping[str, Any]) -> str:
    """Return a hash of the card as it was shown to the player who confirms it."""
    found = data.get("mark")
    if not isinstance(found, str) or len(found) > 80:
        raise Nonsense(_("The part that shows what you saw is missing."))
    return found.partition(".")[0]


def _read_report(data: Any) -> tuple[Sent, int | None]:
    if not isinstance(data, dict):
        raise Nonsense(_("This isn’t a report."))
    _refuse_unknown(data, {"key", "game", "number", "seat", "claim", "made_at"})
    game, number = read_which(data)
    sent = Sent(
        key=_parse_uuid(data.get("key")),
        game=game,
        number=number,
        claim=read_claim(data.get("claim")),
        made_at=_parse_time(data.get("made_at")),
    )
    return sent, read_seat(data)


def read_claim(data: Any) -> Claim:
    """Parse the numbers of a round: discs, score or points, the last two with or without 20s."""
    if not isinstance(data, dict):
        raise Nonsense(_("These aren’t the numbers of a round."))
    if set(data) not in DEPTHS:
        raise Nonsense(_("These aren’t the numbers of a round."))
    return {name: _numbers_of(name)(data[name]) for name in sorted(data)}


def _numbers_of(name: str) -> Callable[[Any], Any]:
    return {
        "discs": _parse_discs,
        "twenties": _some_known,
        "score": _all_known,
        "points": _all_known,
    }[name]


def _parse_discs(value: Any) -> list[list[int]]:
    zones = [_all_known(each) for each in _parse_seats(value)]
    if any(len(each) != ZONES for each in zones):
        raise Nonsense(_("A board has four zones."))
    return zones


def _all_known(value: Any) -> list[int]:
    return [_parse_whole(each, 0, MOST) for each in _parse_seats(value)]


def _some_known(value: Any) -> list[int | None] | None:
    if value is None:
        return None
    return [None if each is None else _parse_whole(each, 0, MOST) for each in _parse_seats(value)]


def _parse_seats(value: Any) -> list[Any]:
    if not isinstance(value, list) or not 2 <= len(value) <= 4:
        raise Nonsense(_("A round has one number for each side."))
    return value


def _parse_whole(value: Any, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise Nonsense(_("A whole number is missing or too large."))
    return value


def _parse_uuid(value: Any) -> UUID:
    try:
        return UUID(value if isinstance(value, str) else "")
    except ValueError as error:
        raise Nonsense(_("A key is missing or invalid.")) from error


def _parse_time(value: Any) -> datetime:
    """Parse a time from the phone's clock. If that is years off, return the server's time."""
    now = timezone.now()
    if not isinstance(value, str):
        raise Nonsense(_("The time is missing."))
    try:
        moment = datetime.fromisoformat(value)
    except ValueError as error:
        raise Nonsense(_("We can’t read the time.")) from error
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment if abs(moment.year - now.year) <= 1 else now


def _refuse_unknown(data: Mapping[str, Any], known: set[str]) -> None:
    if odd := set(data) - known:
        raise Nonsense(_("We don’t know the field “%(what)s”.") % {"what": sorted(odd)[0][:40]})


# --- The form of a phone without JavaScript ------------------------------------------------


def read_form(sent: Mapping[str, Any]) -> Sent:
    """Parse one round: ``result`` such as 2-0, or ``score_0`` …, with ``twenties_0`` …."""
    claim: Claim = {}
    twenties = [_typed_number(sent, f"twenties_{seat}") for seat in range(_count_sides(sent))]
    if scores := [_typed_number(sent, f"score_{seat}") for seat in range(_count_sides(sent))]:
        claim["score"] = scores
    else:
        numbers = str(sent.get("result", "")).split("-")
        claim["points"] = [_parse_number(number) for number in numbers]
        twenties = [_typed_number(sent, f"twenties_{seat}") for seat in range(len(numbers))]
    claim["twenties"] = twenties
    return Sent(
        key=_parse_uuid(sent.get("key")),
        game=_parse_whole(_parse_number(sent.get("game")), 1, 999),
        number=_parse_whole(_parse_number(sent.get("number")), 1, 999),
        claim=read_claim(claim),
        made_at=timezone.now(),
    )


def _count_sides(sent: Mapping[str, Any]) -> int:
    """Return the number of sides with a score."""
    return sum(bool(str(sent.get(f"score_{seat}", "")).strip()) for seat in range(4))


def _typed_number(sent: Mapping[str, Any], name: str) -> int | None:
    return _parse_number(sent.get(name))


def _parse_number(text: Any) -> int | None:
    """Return a short whole number. None for an empty or invalid field."""
    typed = str(text or "").strip()
    return int(typed) if typed.isdecimal() and len(typed) < 6 else None
