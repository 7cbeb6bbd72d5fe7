"""What the first night of a league comes to, step by step, for whoever has run none."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.reads.events.first_time import FirstStep

STEPS: Mapping[str, tuple[Promise, Promise]] = MappingProxyType(
    {
        "faces": (
            _("Who is here, and draw"),
            _(
                "Tap everybody who has come, and type whoever is not in the list. Then draw:"
                " it says who plays whom, and nothing begins yet."
            ),
        ),
        "drawn": (
            _("Start"),
            _(
                "Look at the draw, then start: the first game is called to its boards."
                " “Faces” takes the draw back as long as nobody has started."
            ),
        ),
        "on": (
            _("Enter results"),
            _(
                "Players enter on their phones, or you type their cards below “Cards and"
                " rulings”. When boards are free, call the next."
            ),
        ),
        "played": (
            _("End the night"),
            _(
                "All that is drawn is played. End the night, and the league has its table."
            ),
        ),
    }
)


def first_night(stands: str, *, is_played: bool) -> tuple[tuple[FirstStep, ...], str]:
    """The steps of a night, and what to do in the one at hand; nothing once it is over."""
    now = "played" if stands == "on" and is_played else stands
    if now not in STEPS:
        return (), ""
    names = list(STEPS)
    steps = tuple(
        FirstStep(
            label, is_done=names.index(name) < names.index(now), is_now=name == now
        )
        for name, (label, _says) in STEPS.items()
    )
    return steps, str(STEPS[now][1])
