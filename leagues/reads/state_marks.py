"""Short hashes of a state. A form carries one, so that saving it can't overwrite changes that
its reader has not seen.
"""

import hashlib
import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder


def mark_of(state: Any) -> str:
    """The first 16 hex digits of the SHA-256 of ``state``, which must be serializable as JSON."""
    written = json.dumps(state, cls=DjangoJSONEncoder, sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()[:16]
