"""The verbs of phones: how the log says them, and why they are not undone."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.play import undo_cards
from leagues.actions.undoable import put_back
from leagues.actions.verb import Verb
from leagues.models import Action, Event
from leagues.reads.log.facts import LogFacts
from leagues.reads.log.silence import after_silence
from leagues.reads.play.figures import claim_in_words, versus_in_figures
from scoring.sides import Seat


def _reported(facts: LogFacts) -> str:
    said = facts["said"]
    facts["what"] = claim_in_words(said.get("claim", {}))
    facts["side"] = "" if said.get("side") is None else Seat(said["side"]).name
    if said.get("taken") is False:
        return _(
            "Reported round %(round)s of %(match)s: %(what)s. That does not stand."
        )
    if facts["side"]:
        return _("Reported round %(round)s of %(match)s for side %(side)s: %(what)s.")
    return _("Reported round %(round)s of %(match)s: %(what)s.")


def _reported_late(facts: LogFacts) -> str:
    said = _reported(facts)
    return f"{said} {_('That came too late.')}"


def _entered_totals(facts: LogFacts) -> str:
    said = facts["said"]
    facts["points"] = versus_in_figures(said.get("result", ()))
    if said.get("taken") is False:
        return _(
            "Reported the result: %(match)s, %(points)s. The other side reported another."
        )
    if said.get("confirmed"):
        return _("Confirmed the result: %(match)s, %(points)s.")
    if said.get("instead_of"):
        facts["before"] = versus_in_figures(said["instead_of"])
        return _("Corrected the result: %(match)s, %(points)s instead of %(before)s.")
    return _("Entered the result: %(match)s, %(points)s.")


def _after_minutes(facts: LogFacts) -> str:
    return after_silence(facts["said"].get("minutes", 0))


def _touch_friendlies(_by: Who, action: Action) -> None:
    """The match for fun is of another event, whose pages change too."""
    for event in Event.objects.filter(pk=action.said["friendly"]):
        event.touch()


VERBS = (
    Verb(
        "report_round",
        _reported,
        later("Correct the card instead: what was said stays readable."),
    ),
    Verb(
        "report_late",
        _reported_late,
        later("It changed nothing: what was said stays readable."),
    ),
    Verb("enter_totals", _entered_totals, undo_cards.TOTALS),
    Verb(
        "confirm_end",
        later("Confirmed how %(match)s ended."),
        later("Correct the card instead: it is open to the desk for good."),
    ),
    Verb(
        "let_stand",
        later("Nobody contested %(match)s: it stands."),
        later("Nobody objected in time: correct the card instead."),
        by_time=_after_minutes,
    ),
    Verb(
        "start_friendly",
        later("Began a friendly at board %(board)s: %(names)s."),
        later("Annul its match, and it counts for nobody."),
    ),
    Verb(
        "agree_to_rate",
        later("%(name)s agreed that the friendly %(match)s counts for ratings."),
        put_back(later("%(name)s has not agreed that the friendly counts.")),
    ),
    Verb(
        "rate_friendly",
        later("Counted a friendly for statistics and ratings: %(names)s."),
        put_back(
            later("The friendly %(names)s is for fun again."), then=_touch_friendlies
        ),
    ),
    Verb(
        "make_kiosk",
        later("Let a tablet in at board %(board)s."),
        later("Take the tablet off again, where the phones are."),
    ),
    Verb(
        "revoke_kiosk",
        later("Signed the tablet at board %(board)s off."),
        later("Whoever held the tablet may have it still: set it up anew."),
    ),
    Verb(
        "void_labels",
        later("Made the printed labels of %(boards)s boards void."),
        later("Somebody may have copied the old labels: print the new ones."),
    ),
)
