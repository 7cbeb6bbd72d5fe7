"""Play-offs: two entries play a match for a place."""

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Max
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.draw.draw import delete_drawn
from leagues.actions.draw.matches import write_matches
from leagues.actions.draw.opening import draw_act, names_of
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import log_undo
from leagues.actions.verb import Undo, Verb
from leagues.models import Action, Match, PairingRound, Pool, PoolEntry, Stage
from leagues.pairing.values import PairedRound as Drawn
from leagues.pairing.values import Pairing, Why
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.log.facts import UNKNOWN, LogFacts
from scoring.sides import Seat

WHY = Why("you play {them} because the two of you play off for the place")


def play_off(*, by: Who, stage: Stage, entries: Sequence[int]) -> Match:
    """Create a play-off match between two entries of a stage; the winner is placed higher.

    ``entries`` are in the order of the table. As in every play-off, the lower one shoots first.
    """
    with draw_act(by, stage, PLAY_OFF, entries=list(entries)) as line:
        stage = line.on
        pool = _pool_of(stage, entries)
        _meet_once(stage, entries)
        last = stage.pairing_rounds.aggregate(last=Max("number"))["last"] or 0
        pairing_round = PairingRound.objects.create(
            stage=stage, number=last + 1, state=PairingRound.State.PUBLISHED, is_play_off=True
        )
        pairing = replace(
            Pairing.between(*entries, why=WHY), first=Seat.B, board=_free_board(stage)
        )
        write_matches(stage.event, pairing_round, {pool: Drawn((pairing,))}, {})
        match: Match = pairing_round.matches.get()
        names = names_of(stage.event, entries)
        line.say(match=match.number, names=[names[entry] for entry in entries])
    return match


def _find_play_off(action: Action) -> Match:
    found = Match.objects.filter(
        event=action.event_id, number=action.details["match"], pairing_round__is_play_off=True
    )
    match = found.first()
    if match is None:
        raise Refused(_("This match no longer exists."))
    if match.state != Match.State.PLANNED or match.reports.exists():
        raise Refused(_("This match has begun. Void it instead."))
    return match


def _preview_undo_play_off(action: Action) -> str:
    _find_play_off(action)
    return _("Match %(n)s, the play-off between %(names)s, will be removed.") % {
        "n": action.details["match"],
        "names": " & ".join(action.details["names"]),
    }


def _undo_play_off(by: Who, action: Action) -> None:
    delete_drawn([_find_play_off(action).pairing_round_id])
    log_undo(by, action)


def _describe_play_off(facts: LogFacts) -> str:
    facts["n"] = facts["details"].get("match", UNKNOWN)
    return _("Set up a play-off, match %(n)s: %(names)s.")


PLAY_OFF = Verb("play_off", _describe_play_off, Undo(_preview_undo_play_off, _undo_play_off))


def _pool_of(stage: Stage, entries: Sequence[int]) -> Pool:
    seats = PoolEntry.objects.filter(stage=stage, entry__in=entries)
    first = seats.select_related("pool").first()
    two = len(set(entries)) == len(entries) == seats.count() == 2
    if first is None or not two or has_bracket(stage):
        raise Refused(_("A play-off needs two entries from the table of this stage."))
    return first.pool


def _meet_once(stage: Stage, entries: Sequence[int]) -> None:
    open_matches = Match.objects.unfinished().filter(
        pairing_round__stage=stage, sides__entries__in=entries
    )
    if waiting := open_matches.first():
        raise Refused(_("Finish match %(n)s first.") % {"n": waiting.number})


def _free_board(stage: Stage) -> int | None:
    """The first free board of the event; None in a queue, which assigns boards itself."""
    if stage.is_queue:
        return None
    taken = stage.event.matches.unfinished().exclude(board=None).values("board")
    free = stage.event.boards.exclude(pk__in=taken).order_by("number")
    return free.values_list("number", flat=True).first()
