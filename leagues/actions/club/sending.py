"""Let a restored, moved or copied site send messages."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.models import Club, Mail, WebhookDelivery
from leagues.models.outgoing import Outgoing
from leagues.models.people import this_site

State = Outgoing.State


def send_from_here(*, by: Who, club: Club, discards: bool) -> None:
    """Send messages from now on; those that wait too, unless they are discarded."""
    with act(by, club, SEND_FROM_HERE) as line:
        silent = Club.objects.filter(pk=club.pk).exclude(sends_from=this_site())
        if not silent.update(sends_from=this_site()):
            raise Refused(_("This site already sends messages."))
        discarded = 0
        if discards:
            end: dict[str, object] = {
                "state": State.FAILED,
                "claimed_by": None,
                "claimed_until": None,
            }
            end["error"] = _("Discarded when this site began to send.")
            waiting = Mail.objects.filter(state=State.QUEUED)
            waiting.filter(kind__in=Mail.HOLD_SECRETS).update(text="")
            discarded = waiting.update(**end)
            deliveries = WebhookDelivery.objects.filter(state=State.QUEUED)
            discarded += deliveries.update(**end)
        line.say(discarded=discarded)


SEND_FROM_HERE = Verb(
    "send_from_here",
    later("Let this site send messages. Discarded waiting messages: %(discarded)s."),
    later("Messages may already have been sent."),
)
