"""Metrics of the site, in Prometheus's text format."""

from collections.abc import Iterator

from leagues.reads.club.queues import QueueStatus
from leagues.reads.club.server import ServerStatus

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def metrics_text(status: ServerStatus) -> str:
    return "".join(
        f"# HELP twenties_{name} {help_text}\n# TYPE twenties_{name} gauge\n"
        f"twenties_{name}{labels} {value:.17g}\n"
        for name, help_text, labels, value in gauges_of(status)
    )


def gauges_of(status: ServerStatus) -> Iterator[tuple[str, str, str, float]]:
    """Yield name, help text, labels and value of each gauge.

    Don't change what a gauge measures: dashboards outside this project rely on it.
    """
    counts, job = status.counts, status.job
    labels = f'{{release="{status.release}",database="{status.database}"}}'
    yield "info", "Release and kind of database.", labels, 1
    yield "database_bytes", "Size of the database.", "", status.database_size
    yield "disk_free_bytes", "Free room where DATA_DIR is.", "", status.disk_free
    yield "processes", "Processes of this server.", "", counts.processes
    yield (*("processes_with_news", "Those that hear of changes.", ""), counts.processes_with_news)
    yield "streams", "Pages that follow changes on this server.", "", counts.streams
    yield "reports_waiting", "Reports not judged yet.", "", status.waiting
    yield from _of_queue("mail", "Mail", status.mail)
    yield from _of_queue("webhooks", "Deliveries to webhooks", status.webhooks)
    yield (*("look_timestamp_seconds", "When periodic jobs last ran here.", ""), counts.looked_at)
    if status.last_backup:
        at = status.last_backup.timestamp()
        yield "backup_timestamp_seconds", "When the last backup was made.", "", at
    failed = bool(job and job.problem)
    yield "backup_failed", "1 where the last nightly backup failed.", "", failed
    if status.wants_copies:
        copied = status.last_copy.timestamp() if status.last_copy else 0
        name, what = (
            "backup_copy_timestamp_seconds",
            "When the last backup copied elsewhere was made.",
        )
        yield name, what, "", copied
        failed = bool(status.copies and status.copies.problem)
        yield "backup_copy_failed", "1 where the last copy of a backup failed.", "", failed


def _of_queue(name: str, what: str, queue: QueueStatus) -> Iterator[tuple[str, str, str, float]]:
    yield f"{name}_waiting", f"{what} not sent yet.", "", queue.waiting
    yield f"{name}_failed", f"{what} given up and kept.", "", queue.failed
    if queue.since:
        oldest, at = f"{name}_oldest_timestamp_seconds", queue.since.timestamp()
        yield oldest, "When the oldest that waits was written.", "", at
