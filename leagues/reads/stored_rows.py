"""Store computed rows, so that the next page reads them. It only saves time."""

import logging
from collections.abc import Sequence

from django.db import DatabaseError, models, transaction

log = logging.getLogger(__name__)


def store_rows(rows: Sequence[models.Model]) -> None:
    """Insert rows of one model or replace those with their keys. Pages show the same if it fails.

    An older row can replace a newer one, so each reader compares its revision.
    """
    if not rows:
        return
    model = type(rows[0])
    key, *others = [field.name for field in model._meta.concrete_fields]
    try:
        with transaction.atomic():
            model._base_manager.bulk_create(
                rows, update_conflicts=True, unique_fields=[key], update_fields=others
            )
    except DatabaseError as trouble:
        log.warning("%s could not be stored: %s", model._meta.verbose_name_plural, trouble)
