"""The next step for a planned event: enter people, draw, publish, start."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Entry, Event, PairingRound, PoolEntry, Stage
from leagues.reads.events.shoot_outs import StageShots, shoot_out_at_hand

FEWEST = 2


@dataclass(frozen=True)
class NextStep:
    """A step for the organiser: a link, its label, and what is still missing."""

    name: str
    """The name of the step in ``first_time.STEPS``."""
    address: str
    label: str
    missing: str
    stage: int | None = None
    """The number of the stage if the URL needs one; otherwise None."""
    is_shot: bool = False
    """Whether everyone shoots for 20s, so nothing is drawn or published."""

    def args(self, slug: str) -> list[str | int]:
        """The arguments of the URL."""
        return [slug] if self.stage is None else [slug, self.stage]


def to_shoot(shoot_out: StageShots, missing: str = "") -> NextStep:
    """The step of entering the 20s of a shoot-out."""
    left, all_of_them = len(shoot_out.missing), len(shoot_out.entries)
    missing = missing or ngettext(
        "%(n)s of %(all)s still has to shoot.", "%(n)s of %(all)s still have to shoot.", left
    ) % {"n": left, "all": all_of_them}
    number = shoot_out.stage.number
    return NextStep("results", "shoot_out", _("Enter the 20s"), missing, number, is_shot=True)


def next_step(event: Event) -> NextStep:
    """The next step before an event starts. At most four queries, or seven with a shoot-out."""
    stages = list(event.stages.all())
    if not stages:
        return NextStep("plan", "event_stages", _("Stages"), _("This event has no stages yet."))
    entries = event.entries.filter(state=Entry.State.ACTIVE).count()
    rounds = PairingRound.objects.filter(stage__event=event)
    states = set(rounds.values_list("state", flat=True))
    if entries < FEWEST and not states:
        missing = _("No one is entered yet.")
        if entries:
            missing = _("Only one is entered. You need at least two.")
        return NextStep("people", "event_people", _("Enter people"), missing)
    if not states and (shoot_out := shoot_out_at_hand(stages[:1])):
        text = ngettext(
            "%(n)s is entered. The first 20s you enter start the event.",
            "%(n)s are entered. The first 20s you enter start the event.",
            entries,
        )
        return to_shoot(shoot_out, text % {"n": entries})
    if not states and _is_seated(stages[0]):
        missing = _("Only the desk sees the draw until then.")
        return NextStep("publish", "event_draw", _("Publish the draw"), missing)
    if not states:
        missing = ngettext(
            "%(n)s is entered. Nothing is drawn yet.",
            "%(n)s are entered. Nothing is drawn yet.",
            entries,
        ) % {"n": entries}
        return NextStep("draw", "event_draw", _("Draw"), missing)
    if PairingRound.State.PUBLISHED not in states:
        missing = _("Only the desk sees the draw until then.")
        return NextStep("publish", "event_draw", _("Publish the draw"), missing)
    missing = _("Everything is drawn. Start when people are here.")
    return NextStep("start", "event_desk", _("Start the event"), missing)


def _is_seated(stage: Stage) -> bool:
    """Whether a bracket is drawn. Its matches are only created when it is published."""
    ways = (Stage.Format.KNOCKOUT, Stage.Format.DOUBLE_KNOCKOUT, Stage.Format.PAGE)
    return stage.format in ways and PoolEntry.objects.filter(stage=stage).exists()
