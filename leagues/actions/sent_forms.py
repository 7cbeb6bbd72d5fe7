"""Handle a form once, even if it is sent several times or from several browsers."""

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
    """Yield the row of a form's key; its ``made`` is empty for the first sender, who fills it in.

    Other senders of the key wait until the first is done. If that one made nothing, the next is
    treated as the first.
    """
    with transaction.atomic():
        SentForm.objects.filter(sent_at__lt=timezone.now() - KEPT).delete()
        form, is_first = SentForm.objects.get_or_create(key=key)
        yield form
        if is_first and form.made:
            form.save(update_fields=["made"])
        elif is_first:
            form.delete()
