"""Making something once, however often or by how many at once the same form is sent."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from leagues.models import SentForm

KEPT = timedelta(days=3)


@contextmanager
def sending_once(key: UUID) -> Iterator[SentForm]:
    """What this key has ``made``; empty for the first sender, who notes it there.

    Another sender of the key waits until the first is done. Where the first made nothing, the
    next one is the first.
    """
    with transaction.atomic():
        SentForm.objects.filter(sent_at__lt=timezone.now() - KEPT).delete()
        form, is_first = SentForm.objects.get_or_create(key=key)
        yield form
        if is_first and form.made:
            form.save(update_fields=["made"])
        elif is_first:
            form.delete()
