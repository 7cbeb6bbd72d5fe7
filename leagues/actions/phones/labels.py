"""The printed labels of boards, which are valid until the desk voids them."""

from django.db.models import F
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.verb import Verb
from leagues.models import Board, Event
from leagues.reads.log.facts import LogFacts


def void_labels(*, by: Who, event: Event) -> int:
    """Void the printed labels of the event's boards; returns the number of boards."""
    with act(by, event, VOID_LABELS) as line:
        boards = Board.objects.filter(events=event)
        voided = boards.update(label_number=F("label_number") + 1)
        line.say(boards=voided)
    return voided


def _describe_void(facts: LogFacts) -> str:
    return ngettext(
        "Voided the printed label of %(boards)s board.",
        "Voided the printed labels of %(boards)s boards.",
        facts["details"].get("boards", 0),
    )


VOID_LABELS = Verb(
    "void_labels",
    _describe_void,
    later("Someone may have copied the old labels. Print the new ones."),
)
