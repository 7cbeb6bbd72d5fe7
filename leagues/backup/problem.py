"""Why there is no backup, or why one was not restored."""


class BackupProblem(Exception):
    """A sentence for operators of the site. Nothing was changed."""
