"""What every page knows about the site it is on."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from leagues.access import who
from leagues.models import Club


def site(request: HttpRequest) -> dict[str, Any]:
    return {
        "club": SimpleLazyObject(Club.objects.home),
        "may_see_desk": SimpleLazyObject(lambda: who(request).is_scorer),
    }
