"""Free the boards of an event in the bin, and take those still free again when it is restored."""

from typing import Any

from django.utils.dateparse import parse_datetime

from leagues.models import Event, Match

State = Match.State


def release_boards(event: Event) -> list[dict[str, Any]]:
    """Take all matches of an event off their boards; returns what they were, for the log.

    Called matches are planned again. Matches in play keep their rounds.
    """
    there = list(event.matches.at_a_board().filter(board__isnull=False))
    was = [
        {
            "match": match.number,
            "board": match.board_id,
            "state": match.state,
            "called_at": match.called_at.isoformat() if match.called_at else "",
        }
        for match in there
    ]
    for match in there:
        if match.state == State.CALLED:
            match.state, match.called_at = State.PLANNED, None
        else:
            match.board = None
    Match.objects.bulk_update(there, ["state", "called_at", "board"])
    return was


def take_boards_again(event: Event) -> None:
    """Put matches back on the boards they had when the event was binned, if these are free."""
    last = event.log.filter(verb="bin_event").last()
    was = last.details.get("released", ()) if last else ()
    taken = set(Match.objects.at_a_board().values_list("board", flat=True))
    at = {each["match"]: each for each in was if each["board"] not in taken}
    matches = list(event.matches.unfinished().filter(number__in=list(at)))
    for match in matches:
        each = at[match.number]
        match.board_id, match.state = each["board"], each["state"]
        match.called_at = parse_datetime(each["called_at"])
    Match.objects.bulk_update(matches, ["state", "called_at", "board"])
