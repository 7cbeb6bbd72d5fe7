"""Log each download of a backup."""

from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.verb import Verb
from leagues.models import Club


def note_download(*, by: Who, club: Club) -> None:
    """Log who downloaded a backup, because it holds every secret of the site."""
    with act(by, club, DOWNLOAD_BACKUP):
        pass


DOWNLOAD_BACKUP = Verb(
    "download_backup", later("Downloaded a backup."), later("The file has already been downloaded.")
)
