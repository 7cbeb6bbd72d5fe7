"""Finish an event: open matches are annulled, and boards are freed."""

from collections.abc import Collection

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.play.calls import off_taken_boards
from leagues.actions.refusal import Refused, refuse_stale
from leagues.actions.undo_rows import GONE, put_back
from leagues.actions.verb import Verb
from leagues.actions.webhook_queue import about_event
from leagues.models import Action, Event, Match, MatchSide, Webhook
from leagues.reads.events.next_stage import unopened_stages
from leagues.reads.log.facts import LogFacts
from leagues.reads.play.open_matches import left_open, state_of_open
from leagues.reads.state_marks import mark_of


def finish_event(
    *, by: Who, event: Event, seen: str | None = None, without: Collection[str] | None = None
) -> None:
    """Finish an event; refuse if matches or stages are unplayed, unless the desk confirmed them.

    ``without`` has the numbers of the stages that the desk was shown as not played. ``seen``
    is the mark of the open matches that the desk was shown: these are annulled and keep the
    results entered so far. Announcements that are on show are taken down.
    """
    with act(by, event, FINISH_EVENT) as line:
        now = line.on
        if now.state == Event.State.FINISHED:
            line.drop()
            return
        if without is not None:
            _refuse_unplayed(now, without)
        left = left_open(now)
        if left and seen is None:
            raise Refused(
                ngettext(
                    "The event isn’t finished, because %(n)s match is still open. It’s listed below.",
                    "The event isn’t finished, because %(n)s matches are still open. They’re listed below.",
                    len(left),
                )
                % {"n": len(left)}
            )
        if left and seen is not None:
            refuse_stale(
                seen,
                mark_of(state_of_open(left)),
                _(
                    "The event isn’t finished, because matches have just been played or drawn. Check the open matches below."
                ),
            )
        open_matches = [each.match for each in left]
        keys = [match.pk for match in open_matches]
        shown = now.notices.shown()
        line.keep(
            Event.objects.filter(pk=now.pk),
            Match.objects.filter(pk__in=keys),
            MatchSide.objects.filter(match__in=keys),
            shown,
        )
        line.say(struck_out=[match.number for match in open_matches])
        _strike_out(open_matches)
        shown.update(taken_down_at=timezone.now())
        now.state = event.state = Event.State.FINISHED
        now.save(update_fields=["state"])


def _preview_undo_finish(action: Action) -> str:
    text = _("The event will be open again, so results can be entered and corrected.")
    if struck_out := len(action.details.get("struck_out", ())):
        text += " " + ngettext(
            "%(n)s cancelled match will be open again.",
            "%(n)s cancelled matches will be open again.",
            struck_out,
        ) % {"n": struck_out}
    return text


def _describe_finish(facts: LogFacts) -> str:
    facts["n"] = len(facts["details"].get("struck_out", ()))
    if not facts["n"]:
        return _("Finished the event.")
    return ngettext(
        "Finished the event and cancelled %(n)s open match.",
        "Finished the event and cancelled %(n)s open matches.",
        facts["n"],
    )


FINISH_EVENT = Verb(
    "finish_event",
    _describe_finish,
    put_back(_preview_undo_finish, since=GONE, fit=off_taken_boards),
    webhook=about_event(Webhook.Kind.FINISHED),
)


def _refuse_unplayed(event: Event, without: Collection[str]) -> None:
    coming = unopened_stages(list(event.stages.all()))
    if {str(stage.number) for stage in coming} - {*without}:
        raise Refused(
            _("%(stages)s hasn’t been played yet. If that’s intended, finish the event below.")
            % {"stages": ", ".join(map(str, coming))}
        )


def _strike_out(matches: Collection[Match]) -> None:
    """End these matches as annulled, so that they count in no table."""
    sides = [side for match in matches for side in match.sides.all()]
    for side in sides:
        side.points, side.twenties = 0, None
    for match in matches:
        match.state, match.ending = Match.State.FINISHED, Match.Ending.ANNULLED
        match.winner, match.decided_by = None, ""
        match.finished_at, match.help_wanted_at = timezone.now(), None
    MatchSide.objects.bulk_update(sides, ["points", "twenties"])
    Match.objects.bulk_update(
        matches, ["state", "ending", "winner", "decided_by", "finished_at", "help_wanted_at"]
    )
