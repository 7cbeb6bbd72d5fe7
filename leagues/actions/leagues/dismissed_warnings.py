"""Answers to questions on a league's page, which then no longer lists them."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import log_undo
from leagues.actions.verb import Undo, Verb
from leagues.models import Action, League, Player
from leagues.reads.leagues.needs import joined_twice, unseen_corrections


def tell_apart(*, by: Who, league: League, player: Player, other: Player) -> bool:
    """Record that a new player and a known one are two people; False if the question isn't open."""
    with act(by, league, TELL_APART, player=player.pk, other=other.pk) as line:
        asked = [{each.joined.pk, each.known.pk} for each in joined_twice(line.on)]
        if {player.pk, other.pk} not in asked:
            line.drop()
            return False
        line.say(name=player.name, other_name=other.name)
    return True


def _asked_again(_action: Action) -> str:
    return _("The question will be asked again.")


LOOKED_AT = Undo(_asked_again, log_undo)


TELL_APART = Verb(
    "tell_apart", later("Marked %(name)s and %(other_name)s as two different people."), LOOKED_AT
)


def see_correction(*, by: Who, league: League, correction: int) -> None:
    """Mark a correction, and the changes of place it caused, as seen."""
    with act(by, league, SEE_CORRECTION, correction=correction) as line:
        open_ones = {each.action.pk: each for each in unseen_corrections(line.on)}
        found = open_ones.get(correction)
        if found is None:
            raise Refused(_("This correction was already marked as seen, or it was undone."))
        line.say(names=[each.name for each in found.moved], match=found.action.details.get("match"))


SEE_CORRECTION = Verb(
    "see_correction",
    later("Marked the correction of %(match)s as seen. Places changed for: %(names)s."),
    LOOKED_AT,
)
