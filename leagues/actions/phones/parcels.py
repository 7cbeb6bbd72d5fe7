"""Parcels of reports that wait to be judged: kept many at a time, let go of when judged."""

import logging
from collections.abc import Collection
from uuid import UUID

from django.db import transaction

from leagues.models import KeptParcel

log = logging.getLogger(__name__)


def exchange(arrived: Collection[KeptParcel], judged: Collection[UUID]) -> bool:
    """Keep these and let go of those, in one commit. Whether the ones that came are safe.

    What comes again is the same row, so who goes goes first.
    """
    try:
        with transaction.atomic():
            KeptParcel.objects.filter(pk__in=judged).delete()
            KeptParcel.objects.bulk_create(arrived, ignore_conflicts=True)
    except Exception:  # a disk that fails, say: whoever waits has to hear of it
        log.exception("could not keep what phones sent")
        return False
    return True
