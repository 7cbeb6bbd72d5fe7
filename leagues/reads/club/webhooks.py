"""The club's webhooks, with their delivery counts."""

from django.db.models import Count, Q, QuerySet

from leagues.models import Club, Webhook, WebhookDelivery

State = WebhookDelivery.State


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """Webhooks, newest first, annotated with ``waiting`` and ``failed`` delivery counts."""
    of_state = {
        "waiting": Count("deliveries", Q(deliveries__state=State.QUEUED)),
        "failed": Count("deliveries", Q(deliveries__state=State.FAILED)),
    }
    found = Webhook.objects.filter(club=club).select_related("made_by__player")
    return found.annotate(**of_state).order_by("-made_at", "-pk")
