"""Who comes late and who leaves while an event is rehearsed, and what the desk does about it."""

from leagues.actions.draw.mend import mend_rounds
from leagues.actions.entries.entries import check_in
from leagues.actions.entries.presence import change_presence
from leagues.actions.refusal import Refused
from leagues.actions.rehearsal.day import RehearsedDay
from leagues.models import Entry
from leagues.reads.entries.effects import Act, acts_for, facts_of, state_of
from leagues.reads.marks import mark_of


def pause_late(day: RehearsedDay) -> None:
    for entry in day.mishaps.late:
        _change(day, entry, Act.PAUSE)


def bring_about(day: RehearsedDay) -> bool:
    """The first who comes or leaves before the next game; false where nobody does."""
    next_game = day.progress["games"] + 1
    for entry, game in day.mishaps.late.items():
        if game <= next_game and _change(day, entry, Act.RETURN):
            check_in(by=day.by, event=day.event, entries=[entry])
            day.note("late", fitted=_fit_in(day))
            return True
    for entry, game in day.mishaps.leaves.items():
        if game <= next_game and _change(day, entry, Act.WITHDRAW):
            day.note("withdrawal")
            return True
    return False


def _change(day: RehearsedDay, pk: int, act: Act) -> bool:
    entry = Entry.objects.named().select_related("event").filter(pk=pk).first()
    if entry is None:
        return False
    facts = facts_of(entry)
    if act not in acts_for(facts):
        return False
    change_presence(by=day.by, event=day.event, entry=entry, act=act, seen=mark_of(state_of(facts)))
    return True


def _fit_in(day: RehearsedDay) -> bool:
    """Into the rounds to come that are drawn already, where the way of pairing allows it."""
    stage = day.event.stages.filter(pk=day.progress["stage"]).first()
    if stage is None:
        return False
    try:
        mend_rounds(by=day.by, stage=stage)
    except Refused:
        return False
    return True
