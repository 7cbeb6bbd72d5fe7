"""A step-by-step guide for hosts who run their first night."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.reads.events.first_time import FirstStep

STEPS: Mapping[str, tuple[Promise, Promise]] = MappingProxyType(
    {
        "faces": (
            _("Mark who’s here, then draw"),
            _(
                "Tap everyone who has come, and type the names of people not on the list. Then draw to see the matches. Nothing starts yet."
            ),
        ),
        "drawn": (
            _("Start"),
            _(
                "Check the draw, then start. Players of the first game are called to their boards. Until a match has started, “Edit attendance” undoes the draw."
            ),
        ),
        "on": (
            _("Enter results"),
            _(
                "Players enter results on their phones, or you type their cards under “Enter results”. When boards are free, call the next matches."
            ),
        ),
        "played": (
            _("End the night"),
            _("All drawn matches are played. End the night to update the league’s table."),
        ),
    }
)


def first_night(state: str, *, is_played: bool) -> tuple[tuple[FirstStep, ...], str]:
    """The steps of a night, and the text of the current one. Both are empty once it is over."""
    now = "played" if state == "on" and is_played else state
    if now not in STEPS:
        return (), ""
    names = list(STEPS)
    steps = tuple(
        FirstStep(label, is_done=names.index(name) < names.index(now), is_now=name == now)
        for name, (label, _text) in STEPS.items()
    )
    return steps, str(STEPS[now][1])
