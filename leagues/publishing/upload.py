"""Run the operator's command that uploads the folder."""

from pathlib import Path

from django.conf import settings

from leagues.backup.site_process import run_for_operator
from leagues.publishing.manifest import read_manifest
from leagues.publishing.problem import PublishProblem


def upload(folder: Path) -> None:
    """Run PUBLISH_COMMAND if the folder has changed since it last succeeded."""
    manifest = read_manifest(folder)
    if manifest.is_sent or not settings.PUBLISH_COMMAND:
        return
    if problem := run_for_operator("PUBLISH_COMMAND", PUBLISH_FOLDER=folder):
        raise PublishProblem(problem)
    manifest.is_sent = True
    manifest.save()
