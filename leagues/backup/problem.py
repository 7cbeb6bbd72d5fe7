"""The error of backups and restores."""


class BackupProblem(Exception):
    """A sentence for the site's operators. Nothing was changed."""
