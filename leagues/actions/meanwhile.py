"""Two organisers at two laptops: nobody overwrites what they have not seen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder


class ChangedMeanwhile(Exception):
    """What was to be changed is no longer as it was when the form was shown."""


def print_of(state: Mapping[str, Any]) -> str:
    """A short mark of how things stood; a form carries it until it is sent."""
    written = json.dumps(state, cls=DjangoJSONEncoder, sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()[:16]


def same_as(seen: str, state: Mapping[str, Any]) -> None:
    """Refuse to go on if this is not what somebody saw."""
    if seen != print_of(state):
        raise ChangedMeanwhile
