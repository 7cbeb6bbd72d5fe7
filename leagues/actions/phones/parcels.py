"""Parcels of reports from phones, saved in batches until they are judged."""

import logging
from collections.abc import Collection, Sequence
from uuid import UUID

from django.db import transaction

from leagues.models import KeptParcel
from leagues.models.prepared_queries import exchange_rows

log = logging.getLogger(__name__)


def exchange_parcels(arrived: Sequence[KeptParcel], judged: Collection[UUID]) -> bool:
    """Save parcels and delete judged ones in one commit; False if that failed."""
    try:
        with transaction.atomic():
            exchange_rows(KeptParcel, arrived, judged)
    except Exception:  # such as a disk error; the phones that wait must get an answer
        log.exception("could not keep what phones sent")
        return False
    return True
