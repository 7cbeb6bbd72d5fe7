"""The parts of a CMN match, a reader and a writer for each: round, side, length, event."""

from collections.abc import Mapping
from typing import Any

from scoring.notation.fields import (
    Fields,
    Wrong,
    a_list,
    an_object,
    for_both_sides,
    or_nothing,
    read_name,
    read_number,
    read_text,
    read_whole,
    to_json_number,
)
from scoring.notation.record import (
    UNKNOWN,
    Context,
    Extra,
    Length,
    NotationError,
    PlayerRecord,
    RoundRecord,
    SideRecord,
)
from scoring.sides import BySeat, Seat

LENGTHS = {"fixed": "count", "first_to": "target"}
SLOT = ("division", "category", "stage", "pool", "game", "board")


def with_extra(known: Mapping[str, Any], extra: Extra) -> dict[str, Any]:
    """Return the known fields that have a value, followed by the unknown ones that were kept."""
    stated_fields = {key: value for key, value in known.items() if value is not None}
    return stated_fields | {k: v for k, v in extra.items() if k not in known}


def _read_seat(value: object) -> Seat:
    if type(value) is not int or value not in (0, 1):
        raise Wrong("must be 0 or 1")
    return Seat(value)


def seat_or_none(value: object) -> Seat | None:
    if value is None:
        return None
    try:
        return _read_seat(value)
    except Wrong:
        raise Wrong("must be 0, 1 or null") from None


def _kind_of_length(value: object) -> str:
    if not isinstance(value, str) or value not in LENGTHS:
        raise Wrong("must be fixed or first_to")
    return value


def stated_pair(values: BySeat[Any] | None) -> list[Any] | None:
    if values is None or values == UNKNOWN:
        return None
    return [to_json_number(value) for value in values]


pair_of_numbers = for_both_sides(or_nothing(read_number), "two numbers")
pair_of_counts = for_both_sides(or_nothing(read_whole), "two whole numbers")


# Rounds. A CMN game is a round of ours.


def read_round(game: Fields) -> RoundRecord:
    winner = game.take("winner", seat_or_none)
    paid = game.maybe("x-points", pair_of_counts)
    return RoundRecord(
        points=_two_points(winner) if paid is None else paid,
        score=game.maybe("scores", for_both_sides(read_whole, "two numbers")),
        twenties=game.maybe("twenties", for_both_sides(read_whole, "two numbers"))
        or game.maybe("x-twenties", pair_of_counts)
        or UNKNOWN,
        first=_read_first(game),
        extra=game.left,
    )


def write_round(played: RoundRecord, where: str) -> dict[str, Any]:
    if None in played.points:
        raise NotationError(f"{where}: nobody wrote down who won it")
    winner = played.points.leader
    known_twenties = None not in played.twenties
    known = {
        "hammer": played.first,
        "x-first": played.first,
        "scores": stated_pair(played.score),
        "twenties": stated_pair(played.twenties) if known_twenties else None,
        "x-twenties": None if known_twenties else stated_pair(played.twenties),
        "x-points": None if played.points == _two_points(winner) else stated_pair(played.points),
    }
    return {"winner": winner} | with_extra(known, played.extra)


def _read_first(game: Fields) -> Seat | None:
    """Who shot first in this round.

    The one place that knows about the hammer. The draft says "hammer: which team shot
    first (had the hammer)". Everybody who plays means the opposite by it: the hammer is
    the *last* shot. We go by the words "shot first", because they cannot be misunderstood,
    and so does what we write. Because others may have gone by the word "hammer", we say
    it again in a field with only one meaning, ``x-first``, and believe that one first.
    """
    hammer = game.maybe("hammer", _read_seat)
    explicit = game.maybe("x-first", _read_seat)
    return hammer if explicit is None else explicit


def _two_points(winner: Seat | None) -> BySeat[int | None]:
    """Return the points of a CMN game, which always has two at stake."""
    if winner is None:
        return BySeat(1, 1)
    return BySeat(*(2 * (seat is winner) for seat in UNKNOWN.seats))


# Teams, length and event.


def read_sides(value: object, size: int, where: str) -> BySeat[SideRecord]:
    teams = a_list(value)
    if len(teams) != 2:
        raise Wrong(f"must be two, not {len(teams)}")
    return BySeat(
        *(_read_side(Fields(team, f"{where}, team {n}"), size) for n, team in enumerate(teams, 1))
    )


def _read_side(team: Fields, size: int) -> SideRecord:
    players = team.take("players", a_list)
    if len(players) != size:
        raise NotationError(f"{team.where}: players must be {size}, not {len(players)}")
    return SideRecord(
        tuple(
            _read_player(Fields(player, f"{team.where}, player {n}"))
            for n, player in enumerate(players, 1)
        ),
        team.left,
    )


def _read_player(player: Fields) -> PlayerRecord:
    return PlayerRecord(player.take("name", read_name), player.maybe("cid", read_text), player.left)


def write_side(seated: SideRecord) -> dict[str, Any]:
    players = [
        with_extra({"name": player.name, "cid": player.cid}, player.extra)
        for player in seated.players
    ]
    return with_extra({"players": players}, seated.extra)


def read_length(game_format: Fields | None) -> Length | None:
    if game_format is None:
        return None
    kind = game_format.take("type", _kind_of_length)
    return Length(kind, game_format.take(LENGTHS[kind], read_whole), game_format.left)


def write_length(length: Length | None) -> dict[str, Any] | None:
    if length is None:
        return None
    return with_extra({"type": length.kind, LENGTHS[length.kind]: length.number}, length.extra)


def read_context(entry: Fields) -> Context | None:
    event = entry.inside("event")
    if event is None:
        return None
    slot = event.inside("x-context") or Fields({}, "")
    return Context(
        event=event.maybe("name", read_text),
        kind=event.maybe("type", read_text),
        pairing_round=event.maybe("round", read_whole),
        venue=event.maybe("venue", read_text),
        location=event.maybe("location", an_object),
        **{key: slot.maybe(key, read_text) for key in SLOT},
        extra=event.left,
    )


def write_context(context: Context | None) -> dict[str, Any] | None:
    if context is None:
        return None
    slot = with_extra({key: getattr(context, key) for key in SLOT}, {})
    known = {
        "name": context.event,
        "type": context.kind,
        "round": context.pairing_round,
        "venue": context.venue,
        "location": context.location,
        "x-context": slot or None,
    }
    return with_extra(known, context.extra)
