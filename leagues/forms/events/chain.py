"""An order of tie-breaks chosen by the organiser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from leagues.reads.events.tie_words import StepInWords, step_in_words
from scoring.errors import RuleError
from scoring.tiebreaks.chains import SHARED, STEP_NAMES

OWN_ORDER = "own"
MOST = 12
SETTLING = ("shoot-out", "play-off", "decision", SHARED)
"""After one of these no entries are tied, so no step is added after them."""
EARLIER, LATER, REMOVE, ADD = "earlier", "later", "remove", "add"


@dataclass(frozen=True)
class OwnChain:
    """The chosen steps, in order."""

    names: tuple[str, ...] = ()

    @classmethod
    def typed(cls, data: QueryDict | None, before: tuple[Any, ...]) -> OwnChain:
        """Return the submitted steps, else those of the stage. Unknown names are ignored."""
        sent = data.getlist("steps") if data else list(map(str, before))
        known = dict.fromkeys(name for name in sent if name in STEP_NAMES)
        return cls(tuple(known)[:MOST])

    @property
    def steps(self) -> list[StepInWords]:
        return [step_in_words(name) for name in self.names]

    @property
    def to_add(self) -> list[StepInWords]:
        left = (name for name in STEP_NAMES if name not in self.names)
        return [step_in_words(name) for name in left] if len(self.names) < MOST else []

    def checked(self) -> tuple[str, ...]:
        if not self.names:
            raise RuleError(_("Choose at least one tie-break for your own order."))
        return self.names


def place_for(added: str, names: list[str]) -> int:
    """Return the index for a new step: before ``SETTLING``, whose steps keep their order."""
    later = SETTLING[SETTLING.index(added) + 1 :] if added in SETTLING else SETTLING
    return next((at for at, name in enumerate(names) if name in later), len(names))


def with_step_moved(sent: QueryDict) -> QueryDict:
    """Return the submitted data with the change that the pressed button makes to the steps."""
    names = list(OwnChain.typed(sent, ()).names)
    act, _sign, name = sent.get("order", "").partition(" ")
    if act == ADD:
        for each in sent.getlist("another"):
            if each in STEP_NAMES:
                names.insert(place_for(each, names), each)
    elif name in names:
        at = names.index(name)
        names.remove(name)
        if act != REMOVE:
            to = at + 1 if act == LATER else max(0, at - 1)
            names.insert(to if act in {EARLIER, LATER} else at, name)
    changed = sent.copy()
    changed.setlist("steps", list(names))
    changed["chain"] = OWN_ORDER
    return changed
