"""Who took the club's data with them."""

from __future__ import annotations

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.models import Club


def note_download(*, by: Who, club: Club) -> None:
    """A backup holds every secret of the site, so the log says who has one."""
    with act(by, club, "download_backup"):
        pass
