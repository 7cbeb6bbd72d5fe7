"""The verbs of phones: how the log says them, and why they are not undone."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

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
        return _("Reported round %(round)s of %(match)s: %(what)s. It doesn’t count.")
    if facts["side"]:
        return _("Reported round %(round)s of %(match)s for side %(side)s: %(what)s.")
    return _("Reported round %(round)s of %(match)s: %(what)s.")


def _reported_late(facts: LogFacts) -> str:
    return _reported(facts) + " " + _("It came too late.")


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


def _voided_labels(facts: LogFacts) -> str:
    return ngettext(
        "Voided the printed label of %(boards)s board.",
        "Voided the printed labels of %(boards)s boards.",
        facts["said"].get("boards", 0),
    )


VERBS = (
    Verb(
        "report_round",
        _reported,
        later("Reports are never deleted. Correct the card instead."),
    ),
    Verb(
        "report_late",
        _reported_late,
        later("This report changed nothing. Reports are never deleted."),
    ),
    Verb("enter_totals", _entered_totals, undo_cards.TOTALS),
    Verb(
        "confirm_end",
        later("Confirmed the result of %(match)s."),
        later("The desk can always correct the card. Do that instead."),
    ),
    Verb(
        "let_stand",
        later("Confirmed %(match)s, because no one contested it."),
        later("No one contested the result in time. Correct the card instead."),
        by_time=_after_minutes,
    ),
    Verb(
        "start_friendly",
        later("Started a friendly at board %(board)s: %(names)s."),
        later("Void the match instead. Then it doesn’t count."),
    ),
    Verb(
        "agree_to_rate",
        later(
            "Recorded that %(name)s agreed to count the friendly %(match)s for ratings."
        ),
        put_back(later("Withdraws the agreement of %(name)s to count this friendly.")),
    ),
    Verb(
        "rate_friendly",
        later("Counted a friendly for statistics and ratings: %(names)s."),
        put_back(
            later("The friendly %(names)s will no longer count."),
            then=_touch_friendlies,
        ),
    ),
    Verb(
        "make_kiosk",
        later("Added a tablet at board %(board)s."),
        later("Sign out the tablet on the “Phones” page."),
    ),
    Verb(
        "revoke_kiosk",
        later("Signed out the tablet at board %(board)s."),
        later("Someone else may still have this tablet. Set it up again."),
    ),
    Verb(
        "void_labels",
        _voided_labels,
        later("Someone may have copied the old labels. Print the new ones."),
    ),
)
