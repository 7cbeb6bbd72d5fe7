"""Why there is no backup, or why one was not restored."""


class BackupProblem(Exception):
    """A sentence for whoever operates the site. Nothing was changed."""
