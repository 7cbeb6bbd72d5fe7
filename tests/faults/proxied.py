"""The site behind nginx or Caddy, with the shipped configurations, on ports of this machine."""

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.served import ROOT

SHIPPED = ROOT / "docs" / "proxy"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
CADDY = shutil.which("caddy")


def shipped_config(name: str, behind: Sequence[str]) -> str:
    """A configuration of docs/proxy/, with only the site's addresses replaced."""
    config = (SHIPPED / name).read_text()
    for number, address in enumerate(behind, start=1):
        config = config.replace(f"127.0.0.1:800{number}", address)
    return config


NGINX_CONF = """
worker_processes 2;
pid nginx.pid;
error_log stderr warn;
events { worker_connections 16384; }
http {
    client_body_temp_path body;
    proxy_temp_path passing;
    include site.conf;
}
"""


def nginx_config(port: int, behind: Sequence[str]) -> str:
    """The shipped nginx configuration for this port, without a certificate."""
    config = shipped_config("nginx.conf", behind)
    # Who is not there would be asked in vain.
    config = re.sub(r"    server 127\.0\.0\.1:800\d .*\n", "", config)
    config = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", config, flags=re.S)
    config = re.sub(r"    ssl_certificate.*\n", "", config)
    return (
        config.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port};")
        .replace("/var/cache/nginx-twenties", "pages")
        .replace("server_name club.example;", "server_name localhost;")
    )


def caddy_config(port: int, behind: Sequence[str]) -> str:
    """The shipped Caddyfile for this port, without a certificate and without the admin port."""
    config = shipped_config("Caddyfile", behind).replace("{\n", "{\n\tadmin off\n", 1)
    named = "{$SITE_NAME:club.example} {"
    assert named in config
    return config.replace(named, f"http://localhost:{port} {{")


@contextmanager
def run_nginx(folder: Path, config: str, port: int) -> Iterator[None]:
    assert NGINX
    # Started by root, nginx would switch to a user who may not read a test's folders.
    me = "user root;\n" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(me + NGINX_CONF)
    (folder / "site.conf").write_text(config)
    command = [NGINX, "-p", str(folder), "-c", "nginx.conf", "-g", "daemon off;"]
    with run_proxy(command, folder, port):
        yield


@contextmanager
def run_caddy(folder: Path, config: str, port: int) -> Iterator[None]:
    assert CADDY
    (folder / "Caddyfile").write_text(config)
    with run_proxy([CADDY, "run", "--config", "Caddyfile"], folder, port):
        yield


@contextmanager
def run_proxy(command: Sequence[str], folder: Path, port: int) -> Iterator[None]:
    keeps = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (
        (folder / "said").open("w") as log,
        subprocess.Popen(command, cwd=folder, stderr=log, env={**os.environ, **keeps}) as server,
    ):
        try:
            wait_until_listening(port, server)
            yield
        finally:
            server.terminate()


def wait_until_listening(port: int, server: subprocess.Popen[bytes]) -> None:
    """Wait until the server listens at its port."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        assert server.poll() is None, "the proxy did not start"
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
    raise TimeoutError
