"""The public standings page, against nginx with the same bytes on disk.

Run from the repository: ``python -m benchmarks.page``. Requests a second and milliseconds depend
on the machine; their ratios to nginx, measured in turn in the same run, do not. "computed" is what
Django does when nothing is ready-made; "behind nginx" is docs/proxy/nginx.conf.
"""

import re
import subprocess
import tempfile
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from benchmarks.hall import STANDINGS, hall, needs
from tests.faults.proxied import nginx_config, run_nginx
from tests.served import free_port

SECONDS = 3
TURNS = 3
CROWDS = (16, 500)
SIGNED_IN = "Cookie: sessionid=of-nobody"  # with a cookie no page is ready-made
IN_MS = {"us": 0.001, "ms": 1.0, "s": 1000.0}


@dataclass
class Seen:
    """What one address answered, in all turns."""

    a_second: list[float] = field(default_factory=list)
    slow: list[float] = field(default_factory=list)  # milliseconds of the 99th percentile
    timeouts: int = 0

    def ask(self, browsers: int, url: str, *headers: str) -> None:
        output = subprocess.run(
            ["wrk", "-t1", f"-c{browsers}", f"-d{SECONDS}s", "--latency"]
            + [part for h in ("Accept-Encoding: gzip", *headers) for part in ("-H", h)]
            + [url],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        refused = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
        assert refused is None, f"{url}: {output}"
        found = re.search(r"99%\s+([\d.]+)(us|ms|s)\b.*Requests/sec:\s+([\d.]+)", output, re.DOTALL)
        assert found, output
        self.slow.append(float(found[1]) * IN_MS[found[2]])
        self.a_second.append(float(found[3]))
        if late := re.search(r"timeout (\d+)", output):
            self.timeouts += int(late[1])


def packed(url: str) -> tuple[bytes, str]:
    asked = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked) as answer:
        return answer.read(), answer.headers["ETag"]


ON_DISK = """
access_log off;
server {{
    listen 127.0.0.1:{port} backlog=2048;
    root {folder};
    types {{ text/html html; }}
    add_header Content-Encoding gzip;
    add_header Cache-Control "public, no-cache";
}}
"""


def main() -> None:
    needs("nginx", "wrk")
    with hall() as site, tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        url = site.url + STANDINGS
        page, mark = packed(url)
        disk, proxy = free_port(), free_port()
        (Path(one) / "standings.html").write_bytes(page)
        still, at = f"If-None-Match: {mark}", site.url.removeprefix("http://")
        with (
            run_nginx(Path(one), ON_DISK.format(port=disk, folder=one), disk),
            run_nginx(Path(two), nginx_config(proxy, [at]), proxy),
        ):
            runs = {
                "nginx, from disk": (f"http://localhost:{disk}/standings.html",),
                "by default": (url,),
                "by default, nothing new (304)": (url, still),
                "behind nginx": (f"http://localhost:{proxy}{STANDINGS}",),
                "computed": (f"{url}?fragment=", SIGNED_IN),
            }
            print(f"{len(page):,} bytes, packed; median of {TURNS} turns, ratios to nginx")
            for browsers in CROWDS:
                measure(browsers, runs)


def measure(browsers: int, runs: dict[str, tuple[str, ...]]) -> None:
    found = {name: Seen() for name in runs}
    for _ in range(TURNS):
        for name, asked in runs.items():
            found[name].ask(browsers, *asked)
    best = next(iter(found.values()))
    print(
        f"\n{f'{browsers} browsers':<32} {'a second':>9} {'ratio':>7} {'p99 ms':>8} {'ratio':>7} late"
    )
    for name, seen in found.items():
        pace, slow = median(seen.a_second), median(seen.slow)
        print(
            f"{name:<32} {pace:9,.0f} {pace / median(best.a_second):7.3f}"
            f" {slow:8.1f} {slow / median(best.slow):7.1f} {seen.timeouts}",
            flush=True,
        )


if __name__ == "__main__":
    main()
