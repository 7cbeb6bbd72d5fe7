"""Full collections of garbage, in moments in which no one waits.

What a page leaves behind in cycles, such as matches with their sides, is found only by a full
collection. It stops all threads of a process for about 0.1 s. Left to Python, one comes in the
middle of a page or a report, and only after 400,000 more objects.
"""

import ctypes
import gc
import os

from crokinole_site.report_activity import REPORTS

# glibc's function that returns free memory to the system; other C libraries do so by themselves.
LIBC = None if os.name == "nt" else ctypes.CDLL(None)
trim = getattr(LIBC, "malloc_trim", lambda _: None)
FEW, MANY = 10, 20  # requests after which it is worth it: in an idle moment, and in any


class Garbage:
    """Counts of a process's requests to Django, looked at once a second."""

    def __init__(self) -> None:
        self.requests = 0
        self.at_last_collection = 0

    def look(self, requests: int) -> None:
        """Collect after ``FEW`` requests once none came since the last look, or after ``MANY``.

        Only while no reports are in progress in any process of the site.
        """
        is_idle = requests == self.requests
        self.requests = requests
        waiting = requests - self.at_last_collection
        if waiting >= (FEW if is_idle else MANY) and REPORTS.are_done():
            self.at_last_collection = requests
            gc.collect()
            trim(0)
