"""The public standings page, against nginx with the same bytes on disk.

Run from the repository: ``python -m benchmarks.page``. Requests a second depend on the
machine; the ratio to nginx, measured in turn in the same run, does not. "computed" is what
Django does when nothing is ready-made; "behind nginx" is docs/proxy/nginx.conf.
"""

import re
import subprocess
import tempfile
import urllib.request
from pathlib import Path
from statistics import median

from benchmarks.hall import STANDINGS, hall, needs
from tests.faults.proxied import nginx_config, run_nginx
from tests.served import free_port

SECONDS = 3
TURNS = 3
BROWSERS = 16
SIGNED_IN = "Cookie: sessionid=of-nobody"  # with a cookie no page is ready-made


def requests_a_second(url: str, *headers: str) -> float:
    said = subprocess.run(
        ["wrk", "-t1", f"-c{BROWSERS}", f"-d{SECONDS}s"]
        + [part for h in ("Accept-Encoding: gzip", *headers) for part in ("-H", h)]
        + [url],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", said)
    assert refused is None, f"{url}: {said}"
    found = re.search(r"Requests/sec:\s+([\d.]+)", said)
    assert found, said
    return float(found[1])


def packed(url: str) -> tuple[bytes, str]:
    asked = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked) as answer:
        return answer.read(), answer.headers["ETag"]


ON_DISK = """
worker_processes 2;
pid nginx.pid;
error_log stderr warn;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    types {{ text/html html; }}
    server {{
        listen 127.0.0.1:{port};
        root {folder};
        add_header Content-Encoding gzip;
        add_header Cache-Control "public, no-cache";
    }}
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
            found: dict[str, list[float]] = {name: [] for name in runs}
            for _ in range(TURNS):
                for name, asked in runs.items():
                    found[name].append(requests_a_second(*asked))
    best = median(found["nginx, from disk"])
    print(f"{len(page):,} bytes, packed; {BROWSERS} browsers, median of {TURNS} turns")
    print(f"{'':<32} {'a second':>9} {'ratio':>7}")
    for name, seen in found.items():
        print(f"{name:<32} {median(seen):9,.0f} {median(seen) / best:7.3f}")


if __name__ == "__main__":
    main()
