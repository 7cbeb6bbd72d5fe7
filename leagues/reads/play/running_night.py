"""A running event of a league night, for its host: boards, idle players and open matches."""

from dataclasses import dataclass

from leagues.models import Entry, Event, Match, SideEntry, Surface
from leagues.reads.draw.draw_page import draw_at_hand
from leagues.reads.play.blockers import boards_taken, count_calls
from leagues.reads.play.desk import RoundProgress, Sitting, desk_of
from leagues.reads.play.open_matches import LeftOpen, left_open, state_of_open
from leagues.reads.state_marks import mark_of

AT_A_BOARD = (Match.State.CALLED, Match.State.PLAYING)


@dataclass(frozen=True)
class RunningEvent:
    event: Event
    rounds: tuple[RoundProgress, ...]
    matches: tuple[Sitting, ...]
    """The matches at boards, or those to call next if there are none."""
    entries: tuple[Entry, ...]
    idle: tuple[str, ...]
    """The names of active entries that are at no board and not among ``matches``."""
    open: tuple[LeftOpen, ...]
    may_call: bool
    """Whether a match can be called now, or a game can be drawn to call one."""
    taken: tuple[str, ...]
    """Sentences about matches that wait for boards used by another event."""

    @property
    def all_boards(self) -> tuple[int, ...]:
        boards = self.event.boards.order_by("number")
        return tuple(boards.values_list("number", flat=True))

    @property
    def seen(self) -> str:
        """A hash of the open matches, sent along when the host ends the night despite them."""
        return f"{self.event.pk}-{mark_of(state_of_open(self.open))}"

    @property
    def is_over(self) -> bool:
        return self.event.state == Event.State.FINISHED


def running_event(event: Event) -> RunningEvent:
    desk = desk_of(event)
    named = Entry.objects.named().filter(event=event, state=Entry.State.ACTIVE)
    entries = sorted(named, key=lambda entry: entry.shown_on(Surface.DESK))
    busy = set(
        SideEntry.objects.filter(
            side__match__event=event, side__match__state__in=AT_A_BOARD
        ).values_list("entry", flat=True)
    )
    following = next((line for line in desk.rounds if desk.waiting_in(line)), None)
    next_up = desk.waiting_in(following) if following else []
    next_up.sort(key=lambda each: each.match.board.number if each.match.board else 0)
    here = [card.here for card in desk.boards if card.here]
    if not here:
        busy.update(pk for sitting in next_up for pk in sitting.entries)
    if following is not None:
        may_call = count_calls(desk, next_up) > 0
    else:
        drawn = None if desk.rounds else draw_at_hand(event)
        may_call = drawn is not None and drawn.may_draw
    return RunningEvent(
        event,
        desk.rounds,
        tuple(here or next_up),
        tuple(entries),
        tuple(e.shown_on(Surface.DESK) for e in entries if e.pk not in busy),
        left_open(event),
        may_call,
        tuple(each.sentence for each in boards_taken(desk, following)) if following else (),
    )
