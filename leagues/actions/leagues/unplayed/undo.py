"""How acts on matches that are not played yet are undone."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as later

from leagues.actions.undoable import not_over, put_back
from leagues.actions.verb import Undo
from leagues.models import Action


def put_match_back(says: Promise | Callable[[Action], str]) -> Undo:
    return put_back(says, not_over, moves_tables=True)


AS_BEFORE = later("Restores the earlier dates and answers for %(names)s.")
TO_PLAY = later("%(names)s will be played after all.")
