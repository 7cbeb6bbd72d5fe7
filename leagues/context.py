"""What every page knows about the site it is on."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from leagues.models import Club


def site(request: HttpRequest) -> dict[str, Any]:
    return {"club": SimpleLazyObject(Club.objects.home)}
