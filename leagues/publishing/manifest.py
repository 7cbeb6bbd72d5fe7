"""What the site wrote into a folder: it changes and deletes no other file there."""

import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from django.utils.translation import gettext as _

from leagues.backup.archive import safe_path, sync_file
from leagues.publishing.addresses import PageAddress
from leagues.publishing.problem import PublishProblem

NAME = ".published.json"
TEMPORARY = ".publishing"


@dataclass(frozen=True)
class Page:
    """A written file. ``links`` are the files that it leads to; ``digest`` is of its content
    without the time, and empty until it is written.
    """

    address: PageAddress
    stamp: str = ""
    digest: str = ""
    links: tuple[str, ...] = ()


@dataclass
class PublishedFiles:
    """``stamps_until`` is when pages next change only by the passing of time."""

    folder: Path
    pages: dict[str, Page] = field(default_factory=dict)
    last_act: str = ""
    stamps_until: str = ""
    is_sent: bool = True

    def save(self) -> None:
        numbers = {file: number for number, file in enumerate(self.pages)}
        rows = [
            [
                file,
                *page.address,
                page.stamp,
                page.digest,
                [numbers[to] for to in page.links if to in numbers],
            ]
            for file, page in self.pages.items()
        ]
        known = {
            "last_act": self.last_act,
            "stamps_until": self.stamps_until,
            "is_sent": self.is_sent,
            "pages": rows,
        }
        self.write(NAME, json.dumps(known).encode())

    def write(self, file: str, data: bytes) -> None:
        """Write a file at once: its readers get the earlier or the new one, never a part."""
        target, unfinished = self.folder / file, self.folder / TEMPORARY
        for folder in (*reversed(target.parents),):
            if folder.is_relative_to(self.folder) and not folder.exists():
                folder.mkdir()
                folder.chmod(0o755)  # a web server reads what this account writes
        unfinished.write_bytes(data)
        unfinished.chmod(0o644)
        sync_file(unfinished)
        os.replace(unfinished, target)

    def delete(self, file: str) -> None:
        target = self.folder / file
        target.unlink(missing_ok=True)
        for folder in target.parents:
            if folder == self.folder:
                break
            with suppress(OSError):  # it has other files, or was removed by hand
                folder.rmdir()


def read_manifest(folder: Path) -> PublishedFiles:
    """Return what was written into the folder. Refuses a folder with other files only."""
    file = folder / NAME
    if not file.exists():
        if folder.is_dir() and any(each.name != TEMPORARY for each in folder.iterdir()):
            raise PublishProblem(
                _("%(folder)s has files that this site didn’t write. Choose an empty folder.")
                % {"folder": folder}
            )
        return PublishedFiles(folder)
    try:
        known = json.loads(file.read_text())
        rows = known.pop("pages")
        files = [str(safe_path(row[0])) for row in rows]
        pages = {
            file: Page(PageAddress(*address), stamp, digest, tuple(files[to] for to in links))
            for file, *address, stamp, digest, links in rows
        }
        return PublishedFiles(folder, pages, **known)
    except (ValueError, LookupError, TypeError, AttributeError) as damage:
        raise PublishProblem(
            _("%(folder)s has a damaged list of files. Choose an empty folder, then publish again.")
            % {"folder": folder}
        ) from damage
