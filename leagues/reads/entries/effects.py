"""Describe the effects on an event when an entry pauses, leaves or returns, before it does."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Entry, Event, Match, PairingRound, Surface
from leagues.models.matches import PLAYED_OUT


class Act(Enum):
    """A change to an entry."""

    PAUSE = "pause"
    RETURN = "return"
    WITHDRAW = "withdraw"
    REINSTATE = "reinstate"
    ADMIT = "admit"
    STRIKE = "strike"


@dataclass(frozen=True)
class OpenMatch:
    """A published match of the entry that is not finished."""

    pk: int
    number: int
    against: str
    board: int | None = None
    begun: bool = False
    can_close: bool = True  # two sides of one entry each, so no other entry is affected


@dataclass(frozen=True)
class EffectFacts:
    """The facts that decide the effects of an act."""

    name: str
    state: Entry.State
    event_state: Event.State
    is_drawn: bool = False
    played: int = 0
    open: tuple[OpenMatch, ...] = ()
    drafts: tuple[str, ...] = ()  # pairing rounds drawn with the entry but not published
    moves_up: str = ""  # the waiting entry that gets the free spot

    @property
    def has_begun(self) -> bool:
        return self.event_state is Event.State.RUNNING

    @property
    def closable(self) -> tuple[OpenMatch, ...]:
        return tuple(match for match in self.open if match.can_close)

    @property
    def for_the_desk(self) -> tuple[OpenMatch, ...]:
        return tuple(match for match in self.open if not match.can_close)


def state_of(facts: EffectFacts) -> dict[str, Any]:
    """The facts to compare before acting: the effects must still be those that were shown."""
    return {
        "state": facts.state.value,
        "open": [match.pk for match in facts.open],
        "drawn": facts.is_drawn,
    }


def acts_for(facts: EffectFacts) -> tuple[Act, ...]:
    """The acts that are possible now."""
    if facts.event_state is Event.State.FINISHED:
        return ()
    strike = () if facts.is_drawn else (Act.STRIKE,)
    if facts.state is Entry.State.WAITING:
        return (Act.ADMIT, *strike)
    if facts.state is Entry.State.WITHDRAWN:
        return (Act.REINSTATE, *strike)
    if facts.state is Entry.State.PAUSED:
        return (Act.RETURN, Act.WITHDRAW, *strike)
    return (Act.PAUSE, Act.WITHDRAW, *strike)


def effects_of(act: Act, facts: EffectFacts) -> tuple[str, ...]:
    """The effects of an act, one sentence each, most important first."""
    return tuple(DESCRIPTIONS[act](facts))


def _describe_pause(facts: EffectFacts) -> Sequence[str]:
    sentences = [_("New games are drawn without them until they return.")]
    sentences += _played_sentences(facts)
    if facts.open:
        sentences.append(
            ngettext(
                "%(n)s published match stays and waits for them: %(matches)s.",
                "%(n)s published matches stay and wait for them: %(matches)s.",
                len(facts.open),
            )
            % {"n": len(facts.open), "matches": _list_matches(facts.open)}
        )
    sentences += _draft_sentences(facts)
    sentences.append(_("They won’t be in a stage that starts while they’re paused."))
    return sentences


def _describe_withdrawal(facts: EffectFacts) -> Sequence[str]:
    sentences = [_("No more matches, in this stage or later ones.")]
    sentences += _played_sentences(facts)
    if facts.closable:
        sentences.append(
            ngettext(
                "%(n)s unfinished match ends now, as you choose below: %(matches)s.",
                "%(n)s unfinished matches end now, as you choose below: %(matches)s.",
                len(facts.closable),
            )
            % {"n": len(facts.closable), "matches": _list_matches(facts.closable)}
        )
    if facts.for_the_desk:
        sentences.append(
            _("Others play in %(matches)s too, so the desk decides. Find a substitute or void it.")
            % {"matches": _list_matches(facts.for_the_desk)}
        )
    sentences += _draft_sentences(facts)
    if facts.moves_up:
        sentences.append(_("%(name)s moves up from the waiting list.") % {"name": facts.moves_up})
    sentences.append(_("This can be undone at any time. Finished matches still count."))
    return sentences


def _describe_return(facts: EffectFacts) -> Sequence[str]:
    sentences = [_("They are drawn again from the next game on.")]
    if facts.is_drawn:
        sentences.append(_("They get no points for games they missed."))
    if facts.open:
        sentences.append(
            _("Waiting to be played: %(matches)s.") % {"matches": _list_matches(facts.open)}
        )
    return sentences


def _describe_admission(facts: EffectFacts) -> Sequence[str]:
    sentences = [_("They move from the waiting list into the event, even if it’s full.")]
    if facts.has_begun:
        sentences.append(_late_sentence())
    return sentences


def _describe_removal(facts: EffectFacts) -> Sequence[str]:
    sentences = [
        _("The entry is removed from the list as if it had never been there."),
        _("The people in it stay on the club’s list."),
    ]
    if facts.moves_up:
        sentences.append(_("%(name)s moves up from the waiting list.") % {"name": facts.moves_up})
    return sentences


DESCRIPTIONS = {
    Act.PAUSE: _describe_pause,
    Act.RETURN: _describe_return,
    Act.WITHDRAW: _describe_withdrawal,
    Act.REINSTATE: _describe_return,
    Act.ADMIT: _describe_admission,
    Act.STRIKE: _describe_removal,
}


def late_effects(event: Event, published: int) -> tuple[str, ...]:
    """What a late entry misses, in sentences; empty unless the event is running."""
    if event.state != Event.State.RUNNING:
        return ()
    missed = (
        ngettext(
            "%(n)s game is already published. They start with nothing from it.",
            "%(n)s games are already published. They start with nothing from them.",
            published,
        )
        % {"n": published},
    )
    return (_late_sentence(), *(missed if published else ()))


def _late_sentence() -> str:
    return _("Play has started, so new entries are drawn from the next game on.")


def _played_sentences(facts: EffectFacts) -> list[str]:
    if not facts.played:
        return []
    return [
        ngettext(
            "%(n)s match played so far counts.", "%(n)s matches played so far count.", facts.played
        )
        % {"n": facts.played}
    ]


def _draft_sentences(facts: EffectFacts) -> list[str]:
    if not facts.drafts:
        return []
    sentence = ngettext(
        "A draft still includes them: %(games)s. Update it on the Draw page.",
        "%(n)s drafts still include them: %(games)s. Update them on the Draw page.",
        len(facts.drafts),
    )
    return [sentence % {"n": len(facts.drafts), "games": "; ".join(facts.drafts)}]


def _list_matches(matches: Sequence[OpenMatch]) -> str:
    return ", ".join(map(_match_text, matches))


def _match_text(match: OpenMatch) -> str:
    values = {"n": match.number, "against": match.against, "board": match.board}
    if match.board is None:
        return _("match %(n)s against %(against)s") % values
    return _("match %(n)s against %(against)s on board %(board)s") % values


# --- Read from the rows -------------------------------------------------------------------


def facts_of(entry: Entry, moves_up: str = "") -> EffectFacts:
    """The facts about one entry, in a constant number of queries."""
    matches = list(Match.objects.filter(sides__entries=entry).with_sides().order_by("number"))
    published = [m for m in matches if _is_published(m)]
    drafts = {m.pairing_round for m in matches if not _is_published(m)}
    return EffectFacts(
        name=entry.shown_on(Surface.DESK),
        state=Entry.State(entry.state),
        event_state=Event.State(entry.event.state),
        is_drawn=bool(matches) or Entry.objects.filter(pk=entry.pk).drawn().exists(),
        played=sum(m.ending in PLAYED_OUT for m in published),
        open=tuple(_open_match(m, entry) for m in published if m.state != Match.State.FINISHED),
        drafts=tuple(
            _("%(stage)s, game %(number)s") % {"stage": d.stage, "number": d.number}
            for d in sorted(drafts, key=lambda d: d.pk)
        ),
        moves_up=moves_up,
    )


def _is_published(match: Match) -> bool:
    return match.pairing_round.state == PairingRound.State.PUBLISHED


def _open_match(match: Match, entry: Entry) -> OpenMatch:
    sides = [list(side.entry_list) for side in match.sides.all()]
    others = [e for side in sides for e in side if e.pk != entry.pk]
    return OpenMatch(
        pk=match.pk,
        number=match.number,
        against=", ".join(e.shown_on(Surface.DESK) for e in others) or "–",
        board=match.board.number if match.board else None,
        begun=match.state == Match.State.PLAYING,
        can_close=len(sides) == 2 and all(len(side) == 1 for side in sides),
    )
