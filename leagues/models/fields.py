"""Fields and field values shared by several models."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from typing import Any, cast
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.query_utils import DeferredAttribute
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


@cache
def known_zones() -> frozenset[str]:
    return frozenset(available_timezones())


def validate_zone(name: str) -> None:
    if name not in known_zones():
        raise ValidationError(_("We don’t know the time zone %(name)s."), params={"name": name})


class HasZone(models.Model):
    """A row with a time zone. Instants are stored in UTC and shown in that zone."""

    zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_zone]
    )

    class Meta:
        abstract = True

    @property
    def tzinfo(self) -> ZoneInfo:
        return ZoneInfo(self.zone)


LONGEST_CODE = 10  # characters of a language code


def language_field() -> models.CharField[str, str]:
    """Return a field for the language a person chose; empty if they chose none.

    Languages are a setting, so the field has no choices.
    """
    return models.CharField(
        _("language"), max_length=LONGEST_CODE, blank=True, default="", editable=False
    )


def points_list() -> models.JSONField[Any, Any]:
    """Return a field for one whole number per seat, in seat order; null where none was recorded."""
    return models.JSONField(null=True, blank=True)


STAGE_NAMES = frozenset(
    {
        "Day",
        "Double elimination",
        "Doubles",
        "Final four",
        "Friendlies",
        "Heats",
        "Knockout",
        "Ladder",
        "Last eight",
        "League",
        "Morning",
        "Page play-off",
        "Period %(n)s",
        "Play-offs",
        "Players",
        "Pools",
        "Pools of eight",
        "Power pools",
        "Preliminary",
        "Round robin",
        "Shoot-out",
        "Swiss",
        "Teams",
        "Tonight",
    }
)
"""Stage names that the site gives. Rows store them, so renaming one needs a migration."""
POOL_NAMES = frozenset({"Box %(n)s"})
GAP = "%(n)s"


class ShownName(str):
    """A name in the reader's language that keeps the English form stored in the row."""

    stored: str


def shown_name(name: str, given: Collection[str] = STAGE_NAMES) -> str:
    """Return a name that the site gave in the reader's language, any other name as typed."""
    number = re.search(r"\d+", name)
    english = name.replace(number[0], GAP, 1) if number else name
    if english not in given:
        return name
    shown = ShownName(gettext(english).replace(GAP, number[0] if number else ""))
    shown.stored = name
    return shown


def stored_name(name: str) -> str:
    """Return the form of a name that rows and the log store."""
    return getattr(name, "stored", name)


class _ShownAttribute(DeferredAttribute):
    def __get__(self, row: Any, cls: Any = None) -> Any:
        name = super().__get__(row, cls)
        given = cast("PoolName", self.field).given
        return shown_name(name, given) if isinstance(name, str) else name

    def __set__(self, row: Any, name: str) -> None:
        row.__dict__[self.field.attname] = stored_name(name)


class PoolName(models.CharField):  # type: ignore[type-arg]
    """A name field that stores English if the site gave the name.

    The attribute of a row is then a ``ShownName``. ``values`` and ``values_list`` return the stored
    form.
    """

    descriptor_class = _ShownAttribute
    given = POOL_NAMES

    def deconstruct(self) -> Any:
        name, _path, *options = super().deconstruct()
        return name, "django.db.models.CharField", *options

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(stored_name(value))


class StageName(PoolName):
    given = STAGE_NAMES
