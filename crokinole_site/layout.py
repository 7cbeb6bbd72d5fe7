"""Where the site's files are: beside the packages in a source tree, inside this one in a wheel."""

import sys
from pathlib import Path

from platformdirs import user_data_path

HERE = Path(__file__).resolve().parent
BASE_DIR = HERE.parent
"""The folder of the packages."""
IS_INSTALLED = (HERE / "templates").is_dir()
"""True in a wheel."""
DATA_DIR = user_data_path("twenties", appauthor=False) if IS_INSTALLED else BASE_DIR / "var"
START_COMMAND = "twenties" if IS_INSTALLED else "make run"
"""What people type to start the site; settings follow it, as in ``make run PORT=9000``."""
SITE_COMMAND = [
    sys.executable,
    *(("-m", "crokinole_site") if IS_INSTALLED else (str(BASE_DIR / "manage.py"),)),
]
"""Runs the site's commands in another process."""


def find_folder(name: str) -> Path:
    """Return the folder ``templates`` or ``static``."""
    return (HERE if IS_INSTALLED else BASE_DIR) / name
