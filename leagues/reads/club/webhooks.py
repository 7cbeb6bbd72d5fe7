"""Which programs are told, and how that goes."""

from django.db.models import Count, Q, QuerySet

from leagues.models import Club, Webhook, WebhookDelivery

State = WebhookDelivery.State


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """Each with how many deliveries wait, and how many were given up."""
    of_state = {
        "waiting": Count("deliveries", Q(deliveries__state=State.QUEUED)),
        "failed": Count("deliveries", Q(deliveries__state=State.FAILED)),
    }
    found = Webhook.objects.filter(club=club).select_related("made_by__player")
    return found.annotate(**of_state).order_by("-made_at", "-pk")
