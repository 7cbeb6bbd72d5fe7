"""Create the matches of a bracket as soon as both sides of a slot are known."""

from collections.abc import Sequence
from dataclasses import replace

from leagues.actions.draw.matches import write_matches, write_sides
from leagues.actions.events.times import set_times
from leagues.actions.push import tell_of_matches
from leagues.models import Board, Event, Match, PairingRound, Pool, Stage
from leagues.pairing import values
from leagues.pairing.boards import assign_boards
from leagues.pairing.bracket import Spot
from leagues.pairing.history import History
from leagues.pairing.seeds import roll_dice
from leagues.reads.advance.bracket_changes import BracketChanges, changes_of
from leagues.reads.advance.bracket_play import BracketPlay, bracket_plays, has_bracket
from leagues.reads.draw.history import rounds_of

Play = tuple[BracketPlay, BracketChanges]


def sync_brackets(stage: Stage) -> None:
    """Update the matches of a bracket to its results; can be called any number of times.

    Matches that have begun are left alone. This is part of the act that entered the result: it
    has locked the event, and no log line is written here.
    """
    if not has_bracket(stage):
        return
    plays = [(play, changes_of(play)) for play in bracket_plays(stage)]
    _take_away([match for _, changes in plays for match in changes.remove])
    _reseat_matches([pair for _, changes in plays for pair in changes.reseat])
    if any(changes.add for _, changes in plays):
        _add_matches(stage, plays)
    _notify_players(stage, plays)


def _take_away(matches: Sequence[Match]) -> None:
    """Delete matches without reports. One with reports is kept until its new sides are known."""
    if matches:
        gone = Match.objects.filter(pk__in=[match.pk for match in matches])
        gone.filter(reports=None).delete()


def _reseat_matches(pairs: Sequence[tuple[Match, Spot[int]]]) -> None:
    """Replace the entries of these matches; number and board stay the same."""
    for match, spot in pairs:
        assert spot.pairing
        match.sides.all().delete()
        match.first = spot.pairing.first
        match.save(update_fields=["first"])
    write_sides(
        [
            (match.pk, match.pairing_round_id, tuple(spot.pairing.sides))
            for match, spot in pairs
            if spot.pairing
        ]
    )


def _notify_players(stage: Stage, plays: Sequence[Play]) -> None:
    known = {
        (play.pool.pk, spot.slot.key)
        for play, changes in plays
        for spot in (*changes.add, *(spot for _, spot in changes.reseat))
    }
    if known:
        matches = Match.objects.filter(pairing_round__stage=stage)
        where = matches.values_list("pk", "pool", "slot")
        tell_of_matches([pk for pk, *at in where if tuple(at) in known])


def _add_matches(stage: Stage, plays: Sequence[Play]) -> None:
    """Create the new matches. A step of the bracket is a pairing round, shared by all pools."""
    event = stage.event
    steps = sorted({spot.slot.step for _, changes in plays for spot in changes.add})
    played = History(each.as_played() for each in rounds_of(event))
    for step in steps:
        pairing_round, _ = PairingRound.objects.get_or_create(
            stage=stage,
            number=step,
            defaults={"state": PairingRound.State.PUBLISHED, "rng_seed": event.rng_seed},
        )
        _add_step(event, pairing_round, plays, played)
    set_times(event)


def _add_step(
    event: Event, pairing_round: PairingRound, plays: Sequence[Play], played: History[int]
) -> None:
    coming = [
        (play.pool, spot)
        for play, changes in plays
        for spot in changes.add
        if spot.slot.step == pairing_round.number
    ]
    pairings = [spot.pairing for _, spot in coming if spot.pairing]
    slots: dict[values.Pairing[int], str] = {}
    draw: dict[Pool, values.PairedRound[int]] = {}
    seated = _assign_boards(event, pairing_round, pairings, played)
    for (pool, spot), pairing in zip(coming, seated, strict=True):
        so_far = draw.get(pool, values.PairedRound())
        draw[pool] = values.PairedRound((*so_far.pairings, pairing))
        slots[pairing] = spot.slot.key
    write_matches(event, pairing_round, draw, slots)


def _assign_boards(
    event: Event,
    pairing_round: PairingRound,
    pairings: Sequence[values.Pairing[int]],
    played: History[int],
) -> Sequence[values.Pairing[int]]:
    """Assign free boards, avoiding those the entries played on before; none in a queue."""
    free = _free_boards(event)
    if pairing_round.stage.is_queue or not free:
        return [replace(pairing, board=None) for pairing in pairings]
    dice = roll_dice(event.rng_seed, f"boards of {pairing_round.stage.number}")
    together = values.PairedRound(tuple(pairings))
    return assign_boards(together, free, played, dice).pairings


def _free_boards(event: Event) -> list[int]:
    """The numbers of boards without an unfinished match, or of all boards if none is free."""
    numbers = list(event.boards.values_list("number", flat=True))
    taken = set(
        Board.objects.filter(matches__in=event.matches.unfinished())
        .values_list("number", flat=True)
        .distinct()
    )
    return [number for number in numbers if number not in taken] or numbers
