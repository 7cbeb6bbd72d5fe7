"""What has to happen before the next round can start, as sentences, most urgent first."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.dates import date_format
from leagues.models import Event, Match, PairingRound, Stage, Surface
from leagues.models.matches import MEETINGS
from leagues.reads.draw.draw_page import StageDraw, draw_at_hand
from leagues.reads.events.next_stage import next_stage
from leagues.reads.events.next_step import next_step, to_shoot
from leagues.reads.events.shoot_outs import shoot_out_at_hand
from leagues.reads.leagues.matches.weeks import Dated, WeekMatch
from leagues.reads.play.claims import Claim, numbers_of, twenties_of
from leagues.reads.play.desk import At, Desk, RoundProgress, Sitting, State, taken_by
from leagues.reads.play.queue import Waiting, next_calls
from leagues.reads.play.round_names import RoundNames
from leagues.reads.play.stage_breaks import break_now
from leagues.reads.play.typed_cards import as_typed
from leagues.say import say
from scoring.text import Listing


@dataclass(frozen=True)
class Blocker:
    """A thing to do. ``kind`` selects the action that does it."""

    kind: str
    sentence: str
    match: Match | None = None
    names: str = ""
    """Who plays, on a separate line."""
    round: PairingRound | None = None
    stage: Stage | None = None
    number: int = 0
    """The number of the stage's game that is published or drawn next."""
    mark: str = ""
    show: str = ""
    """The filter for the list of matches, if they are counted instead of named; otherwise empty."""

    @property
    def is_pressing(self) -> bool:
        """Whether players wait at a board for the desk."""
        return self.kind in (At.DIFFERS, At.HELP)


MOST = 6
"""The number of blockers of one kind that are shown; the others are counted."""
NAMED = 3
"""The number of left-over matches that the line of a round names."""


def blockers_of(desk: Desk, now: datetime) -> tuple[Blocker, ...]:
    """Every current blocker. Of a kind with many, the first ones and how many more there are."""
    return (
        *_first_of(_disputed_results(desk)),
        *_first_of(_wanting_help(desk)),
        *_first_of(_unconfirmed_results(desk, now)),
        *_not_begun(desk, now),
        *_out_of_time(desk, now),
        *_on_break(desk, now),
        *_to_call(desk),
        *_first_of(_left_over(desk), "open"),
        *_nothing_left(desk),
    )


def overdue_in(matches: Iterable[WeekMatch]) -> Iterator[Blocker]:
    """Yield the matches of a league whose last day has passed."""
    for each in matches:
        if each.called is Dated.OVERDUE:
            names = " – ".join(side.shown_on(Surface.DESK) for side in each.match.sides.all())
            yield Blocker("overdue", _("Decide an overdue match"), each.match, names)


def matches_to_settle(desk: Desk, now: datetime) -> frozenset[int]:
    """The matches that wait for the desk: disputed, calling for help, or confirmed too late."""
    found = (*_disputed_results(desk), *_wanting_help(desk), *_unconfirmed_results(desk, now))
    return frozenset(each.match.pk for each in found if each.match)


def _first_of(alike: Iterable[Blocker], show: str = "needs") -> Iterator[Blocker]:
    found = list(alike)
    if len(found) <= MOST + 1:
        yield from found
        return
    yield from found[:MOST]
    more = len(found) - MOST
    text = ngettext("%(n)s more like this", "%(n)s more like these", more)
    yield Blocker("more", text % {"n": more}, show=show)


def sitting_label(sitting: Sitting) -> str:
    """The label of a match: its board, or its number."""
    board = sitting.match.board
    if board is None:
        return _("Match %(n)s") % {"n": sitting.match.number}
    return _("Board %(n)s") % {"n": board.number}


def round_label(pairing_round: PairingRound) -> str:
    """The label of a pairing round: "Morning, game 3"."""
    if pairing_round.is_play_off:
        return _("%(stage)s, play-off") % {"stage": pairing_round.stage.name}
    return _("%(stage)s, game %(number)s") % {
        "stage": pairing_round.stage.name,
        "number": pairing_round.number,
    }


def in_figures(claim: Claim) -> str:
    """A claim as text: "2–0", or "65–40" if it has totals."""
    return "–".join(map(str, numbers_of(claim))) if claim else _("not played")


def in_twenties(claim: Claim) -> str:
    """The 20s of a claim: "20s 3–1", with a question mark for an unknown number."""
    made = ("?" if each is None else str(each) for each in twenties_of(claim))
    return _("20s %(twenties)s") % {"twenties": "–".join(made)}


def in_dispute(claims: Iterable[Claim]) -> str:
    """The different claims: "2–0 or 0–2", or their 20s if only these differ."""
    listed = list(claims)
    figures = dict.fromkeys(map(in_figures, listed))
    if len(figures) < 2:
        figures = dict.fromkeys(map(in_twenties, listed))
    return _(" or ").join(figures) or "?"


class Choice(NamedTuple):
    """One of the different claims of a round, with the names of who reported it."""

    typed: str
    figures: str
    twenties: str
    """Empty unless claims differ only in these."""
    who: str


def reported_choices(claims: Mapping[int | None, Claim], names: Sequence[str]) -> list[Choice]:
    by_typed: dict[str, Claim] = {}
    reporters: dict[str, list[str]] = {}
    for seat, claim in claims.items():
        by_typed[as_typed(claim)] = claim
        reporters.setdefault(as_typed(claim), []).append(
            _("someone") if seat is None else names[seat]
        )
    shows_twenties = len({in_figures(claim) for claim in by_typed.values()}) < len(by_typed)
    return [
        Choice(
            typed,
            in_figures(claim),
            in_twenties(claim) if shows_twenties else "",
            say(Listing(tuple(reporters[typed]))),
        )
        for typed, claim in by_typed.items()
    ]


def _disputed_results(desk: Desk) -> Iterator[Blocker]:
    for each in desk.sittings:
        if not each.disputed:
            continue
        called = RoundNames.of(each.match, each.match.rounds.all())
        for disputed in each.disputed:
            which = (disputed.game, disputed.number)
            where, figures = sitting_label(each), in_dispute(each.claims.get(which, {}).values())
            yield Blocker(
                "differs",
                f"{where} · {called[which]} ({figures})",
                each.match,
                each.title,
            )


def _wanting_help(desk: Desk) -> Iterator[Blocker]:
    for each in desk.sittings:
        if each.at is At.HELP:
            text = _("%(where)s needs help") % {"where": sitting_label(each)}
            yield Blocker("help", text, each.match, each.title)


def _unconfirmed_results(desk: Desk, now: datetime) -> Iterator[Blocker]:
    """Yield results that only one side has reported, after the time the other had to confirm."""
    patience = timedelta(minutes=desk.event.confirm_minutes)
    for each in desk.sittings:
        if each.at is not At.WAITING:
            continue
        long_ago = each.since is None or now - each.since >= patience
        if long_ago or each.match.state == State.FINISHED:
            text = _("%(where)s: only one side has reported") % {"where": sitting_label(each)}
            yield Blocker("waiting", text, each.match, each.title, mark=each.mark)


def _not_begun(desk: Desk, now: datetime) -> Iterator[Blocker]:
    if desk.event.state != Event.State.PLANNED or not desk.is_drawn:
        return
    text = _("The event hasn’t started yet.")
    if desk.event.moves_if_started(now):
        day = date_format(desk.event.starts_at.astimezone(desk.event.tzinfo), "D j M")
        text = _("The event is planned for %(day)s. Starting it moves it to today.")
        text %= {"day": day}
    yield Blocker("not-begun", text)


def _out_of_time(desk: Desk, now: datetime) -> Iterator[Blocker]:
    for line in desk.rounds:
        ends = line.round.clock_ends_at
        if ends is None or ends > now or not line.at_boards:
            continue
        text = ngettext(
            "%(round)s: time is up, but %(n)s board is still playing",
            "%(round)s: time is up, but %(n)s boards are still playing",
            line.at_boards,
        )
        yield Blocker(
            "time-up",
            text % {"round": round_label(line.round), "n": line.at_boards},
            round=line.round,
        )


def _on_break(desk: Desk, now: datetime) -> Iterator[Blocker]:
    """Yield the current break. It needs no action; what can be done early is in other blockers."""
    if pause := break_now(desk.event, now):
        yield Blocker("break", pause.sentence)


def _to_call(desk: Desk) -> Iterator[Blocker]:
    """Yield rounds with matches that can be called now, and a queue with a free board."""
    busy = {line.round.stage_id for line in desk.rounds if line.at_boards}
    queued = []
    for line in desk.rounds:
        is_due = line.at_boards or line.round.stage_id not in busy
        if line.round.stage.is_queue:
            queued += desk.waiting_in(line)
        elif line.at_boards or (is_due and not line.has_begun):
            yield from _round_to_call(desk, line)
        elif _is_left_behind(line):
            yield from _rest_to_call(desk, line)
        if is_due:
            yield from boards_taken(desk, line)
    if boards := count_calls(desk, queued):
        text = ngettext(
            "A match is waiting, and its players and a board are free.",
            "%(n)s matches are waiting, and their players and boards are free.",
            boards,
        )
        yield Blocker("queue", text % {"n": boards})


def _round_to_call(desk: Desk, line: RoundProgress) -> Iterator[Blocker]:
    if matches := count_calls(desk, desk.waiting_in(line)):
        text = ngettext(
            "%(round)s: %(n)s match can be called to its board",
            "%(round)s: %(n)s matches can be called to their boards",
            matches,
        )
        yield Blocker(
            "call", text % {"round": round_label(line.round), "n": matches}, round=line.round
        )


def boards_taken(desk: Desk, line: RoundProgress) -> Iterator[Blocker]:
    """Yield matches that wait because another event in the hall plays on their boards.

    In a queue, any board counts, but only if this event has no free board.
    """
    theirs = {card.board.pk: card.elsewhere for card in desk.boards if card.elsewhere}
    waiting = desk.waiting_in(line)
    if not line.round.stage.is_queue:
        waiting = [each for each in waiting if each.match.board_id in theirs]
        wanted = {each.match.board_id for each in waiting}
        boards = [there for board, there in theirs.items() if board in wanted]
    elif any(card.at is At.FREE for card in desk.boards):
        return
    else:
        boards = list(theirs.values())
    if waiting and boards:
        text = ngettext(
            "%(round)s: %(n)s match is waiting. %(boards)s",
            "%(round)s: %(n)s matches are waiting. %(boards)s",
            len(waiting),
        )
        taken = [taken_by(there, desk.event) for there in boards]
        yield Blocker(
            "elsewhere",
            text % {"round": round_label(line.round), "n": len(waiting), "boards": " ".join(taken)},
        )


def count_calls(desk: Desk, sittings: Iterable[Sitting]) -> int:
    """The number of these matches that can be called now, by the rules of ``next_calls``."""
    waiting = [
        Waiting(
            each.match.pk,
            each.entries,
            each.match.board_id,
            may_move=each.match.pairing_round.stage.is_queue,
        )
        for each in sittings
    ]
    if not waiting:
        return 0
    playing = {
        entry
        for each in desk.sittings
        if each.match.state in (State.CALLED, State.PLAYING)
        for entry in each.entries
    }
    free = [card.board.pk for card in desk.boards if card.at is At.FREE]
    return sum(1 for _call in next_calls(waiting, playing, free))


def _is_left_behind(line: RoundProgress) -> bool:
    """Whether the round has begun but no match of it is at a board."""
    return line.has_begun and not line.at_boards and not line.round.stage.is_queue


def _rest_to_call(desk: Desk, line: RoundProgress) -> Iterator[Blocker]:
    """Yield several left-over matches of a round, if some of them can be called now."""
    waiting = desk.waiting_in(line)
    if len(waiting) > 1 and count_calls(desk, waiting):
        yield Blocker("call", _several_left(line, waiting), round=line.round)


def _left_over(desk: Desk) -> Iterator[Blocker]:
    """Yield matches left over in rounds that have begun, such as postponed ones."""
    for line in filter(_is_left_behind, desk.rounds):
        waiting = desk.waiting_in(line)
        if len(waiting) == 1:
            text = _("%(round)s: %(names)s is still to be played")
            values = {"round": round_label(line.round), "names": waiting[0].title}
            yield Blocker("left-over", text % values, waiting[0].match)
        elif waiting and not count_calls(desk, waiting):
            yield Blocker("left-over", _several_left(line, waiting), round=line.round)


def _several_left(line: RoundProgress, waiting: Sequence[Sitting]) -> str:
    titles = [each.title for each in waiting]
    values = {"round": round_label(line.round), "names": ", ".join(titles[:NAMED])}
    if len(titles) <= NAMED:
        return _("%(round)s: %(names)s are still to be played") % values
    more = len(titles) - NAMED
    text = ngettext(
        "%(round)s: %(names)s and %(n)s more match are still to be played",
        "%(round)s: %(names)s and %(n)s more matches are still to be played",
        more,
    )
    return text % (values | {"n": more})


def _nothing_left(desk: Desk) -> Iterator[Blocker]:
    if desk.event.state == Event.State.FINISHED or desk.rounds or desk.sittings:
        return
    if desk.event.matches.published().filter(MEETINGS).unfinished().exists():
        return
    if shoot_out := shoot_out_at_hand(list(desk.event.stages.all())):
        yield Blocker("shoot", to_shoot(shoot_out).missing, stage=shoot_out.stage)
        return
    step = next_step(desk.event) if desk.event.state == Event.State.PLANNED else None
    if step and step.name == "people":
        yield Blocker("people", step.missing)
        return
    drawn = draw_at_hand(desk.event)
    if drawn is None:
        yield Blocker("draw", _("Nothing is drawn yet."))
    elif following := next_stage(desk.event):
        before, stage = following
        text = _("%(stage)s is finished.") % {"stage": before}
        number = drawn.next_number if drawn.may_draw else 0
        yield Blocker("open-stage", text, stage=stage, number=number)
    else:
        yield _next_game(drawn, desk)


def _next_game(drawn: StageDraw, desk: Desk) -> Blocker:
    """The blocker for a stage's next game: publish it, draw it, or finish the event."""
    stage, number, mark = drawn.stage, drawn.to_call or 0, drawn.mark
    kind = "publish" if drawn.to_call else "draw"
    if drawn.drafts:
        text = _("%(stage)s, game %(number)s is drawn but not published.")
        text %= {"stage": stage, "number": drawn.drafts[0]}
    elif drawn.to_call:
        text = _("%(stage)s is ready to publish.") % {"stage": stage}
    elif drawn.rounds and drawn.may_draw and not drawn.league:
        kind, number = "next-game", drawn.next_number
        text = _("%(stage)s, game %(number)s is finished.")
        text %= {"stage": stage, "number": number - 1}
    elif drawn.is_shot:
        kind, text = "finish", _("Everyone has shot.")
    elif desk.is_drawn:
        text = _("All drawn matches are played.")
        kind = "finish" if drawn.rounds and not drawn.league else "draw"
    else:
        text = _("Nothing is drawn yet.")
    return Blocker(kind, text, stage=stage, number=number, mark=mark)
