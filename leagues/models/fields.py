"""Fields that more than one kind of row needs."""

from __future__ import annotations

from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _


@cache
def known_zones() -> frozenset[str]:
    return frozenset(available_timezones())


def validate_zone(name: str) -> None:
    if name not in known_zones():
        raise ValidationError(
            _("We don’t know the time zone %(name)s."), params={"name": name}
        )


class HasZone(models.Model):
    """Instants are stored in UTC; a row with a zone says how its own are shown."""

    zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_zone]
    )

    class Meta:
        abstract = True

    @property
    def tzinfo(self) -> ZoneInfo:
        return ZoneInfo(self.zone)


LONGEST_CODE = 10  # characters of the code of a language


def language_field() -> models.CharField[str, str]:
    """As somebody chose it; empty where they said nothing. Which there are is a setting."""
    return models.CharField(
        _("language"), max_length=LONGEST_CODE, blank=True, default="", editable=False
    )


def points_list() -> models.JSONField[Any, Any]:
    """One whole number per seat, in seat order; null where nothing was recorded."""
    return models.JSONField(null=True, blank=True)
