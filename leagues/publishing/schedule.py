"""Publication after changes, by one server of the site, in a separate process."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.backup.make import one_at_a_time
from leagues.backup.site_process import SiteProcess
from leagues.live.revisions import next_moment
from leagues.models import Club, PeriodicJob
from leagues.publishing.problem import PublishProblem
from leagues.publishing.publish import LOCK, PublishResult, chosen_languages, publish, read_stamps
from leagues.publishing.upload import upload

TAKES = timedelta(minutes=10)
"""After this, another process waits for the end of the first, in case that was killed."""
TRIES_AGAIN = timedelta(minutes=1)  # after a failure, such as without a line
ASKED = datetime(2000, 1, 1, tzinfo=UTC)
"""As the end of the last publication: the next one is due, whatever has changed."""
Name = PeriodicJob.Name

_process = SiteProcess("publish", "--scheduled")


@dataclass(frozen=True)
class Published:
    """The result of the last publication. ``state`` and ``until`` show whether it is current."""

    files: int = 0
    written: int = 0
    deleted: int = 0
    state: str = ""
    until: str = ""


def read_published(job: PeriodicJob | None) -> Published:
    return Published(**json.loads(job.left)) if job and job.left else Published()


def start_publishing(*, now: datetime) -> None:
    """Start a publication if one is due and no other server has begun it."""
    _process.start_if(lambda: is_due(now) and PeriodicJob.objects.begin(Name.PUBLISH, now, TAKES))


def is_due(now: datetime) -> bool:
    """True if public pages have changed, at most once in the time that the club chose."""
    club = Club.objects.home()
    if club is None or not settings.PUBLISH_FOLDER:
        return False
    job, is_new = PeriodicJob.objects.get_or_create(name=Name.PUBLISH, defaults={"ended_at": now})
    if is_new or job.ended_at == ASKED:
        return True
    if job.problem or not job.left:
        return job.ended_at <= now - TRIES_AGAIN
    if job.ended_at > now - timedelta(seconds=club.publish_every):
        return False
    last = read_published(job)
    has_passed = bool(last.until) and now >= datetime.fromisoformat(last.until)
    return has_passed or last.state != read_stamps(chosen_languages(club)).of("/")


def publish_scheduled() -> None:
    """Publish into PUBLISH_FOLDER, and keep the result for the desk."""
    club = Club.objects.get(is_home=True)
    now = timezone.now()
    found: PublishResult | None = None
    problem = ""
    try:
        with one_at_a_time(LOCK):
            found = publish(Path(settings.PUBLISH_FOLDER), chosen_languages(club), now)
            upload(Path(settings.PUBLISH_FOLDER))
        if found.unreadable:
            pages = ", ".join(found.unreadable[:5])
            problem = _("These pages can’t be read: %(pages)s") % {"pages": pages}
    except (PublishProblem, OSError, DatabaseError) as trouble:
        problem = str(trouble)
    changed = {"begun_at": None, "ended_at": timezone.now(), "problem": problem}
    if found:
        moment = next_moment(now)
        last = Published(
            found.files,
            found.written,
            found.deleted,
            found.state,
            moment.isoformat() if moment else "",
        )
        changed["left"] = json.dumps(vars(last))
    PeriodicJob.objects.filter(name=Name.PUBLISH).update(**changed)
