"""A short mark of how things stood. A form carries it until it is sent, so that nobody
overwrites what they have not seen."""

import hashlib
import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder


def mark_of(state: Any) -> str:
    """The same for the same state, and for no other; JSON has to know all that is in it."""
    written = json.dumps(state, cls=DjangoJSONEncoder, sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()[:16]
