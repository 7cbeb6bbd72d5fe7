"""How the public pages are published as files. Where to is the operator's choice."""

from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import Club, PeriodicJob
from leagues.publishing.schedule import ASKED


def change_publishing(
    *, by: Who, club: Club, publish_every: int, publishes_all_languages: bool
) -> None:
    with act(by, club, CHANGE_PUBLISHING, seconds=publish_every) as line:
        here = Club.objects.filter(pk=club.pk)
        line.keep(here)
        chosen = {
            "publish_every": publish_every,
            "publishes_all_languages": publishes_all_languages,
        }
        if not here.exclude(**chosen).update(**chosen):
            line.drop()


def publish_now() -> None:
    """Let the next look of the periodic jobs publish, whatever has changed."""
    PeriodicJob.objects.update_or_create(
        name=PeriodicJob.Name.PUBLISH, defaults={"ended_at": ASKED}
    )


CHANGE_PUBLISHING = Verb(
    "change_publishing",
    later("Changed how the public pages are published: at most every %(seconds)s seconds."),
    put_back(later("The earlier settings for publishing will apply again.")),
)
