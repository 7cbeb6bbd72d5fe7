"""Calls to Django: a request in the form of PEP 3333, and its answer."""

import logging
import sys
from collections.abc import Callable
from typing import IO, Any, TypeAlias
from wsgiref.types import WSGIApplication

from leagues.live.asgi import HttpAnswer, Message, Scope, body_message, start_message, text_answer
from leagues.live.refusals import BROKEN, refusal_answer

log = logging.getLogger(__name__)
IN_MEMORY = 256 * 1024
Asked: TypeAlias = dict[str, Any]
BY_ITSELF = text_answer(500, "Something is broken here; it was not your doing.")


def build_environ(scope: Scope, sent: IO[bytes]) -> Asked:
    """Return the request in the form of PEP 3333, without headers that contain "_" (spoofing)."""
    size = sent.seek(0, 2)
    sent.seek(0)
    server, client = scope["server"] or ("localhost", 80), scope["client"]
    asked: Asked = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 80),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0] if client else "",
        "CONTENT_LENGTH": str(size) if size else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": sent,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if b"_" in name or name == b"content-length":
            continue
        header = name.decode("latin-1").upper().replace("-", "_")
        key = header if header == "CONTENT_TYPE" else f"HTTP_{header}"
        text = value.decode("latin-1")
        joined = "; " if key == "HTTP_COOKIE" else ","
        asked[key] = f"{asked[key]}{joined}{text}" if key in asked else text
    return asked


def run_application(
    application: WSGIApplication, asked: Asked, pass_on: Callable[[Message], None] | None = None
) -> list[Message]:
    """Call Django, in a thread, and return the answer, or the last part of a long one.

    A page is complete already and frees the thread; a file is read as fast as its reader takes it.
    """
    head: list[Message] = []

    def start_response(
        status: str, headers: list[tuple[str, str]], exc_info: object = None
    ) -> Callable[[bytes], object]:
        pairs = [(k.lower().encode(), v.encode("latin-1")) for k, v in headers]
        head[:] = [start_message(int(status[:3]), pairs)]
        return refuse_to_write

    parts: list[bytes] = []
    try:
        answer = application(asked, start_response)
    except Exception:  # errors that Django has no page for, such as in an error page
        log.exception("No answer to %(REQUEST_METHOD)s %(PATH_INFO)s", asked)
        broken = broken_page(asked)
        return [start_message(broken.status, broken.headers), body_message(broken.body)]
    is_whole = not getattr(answer, "streaming", True)
    try:
        for part in answer:
            parts.append(part)
            if pass_on and not is_whole and sum(map(len, parts)) > IN_MEMORY:
                for message in (*head, body_message(b"".join(parts), more=True)):
                    pass_on(message)
                head.clear()
                parts.clear()
    finally:
        if hasattr(answer, "close"):
            answer.close()
    return [*head, body_message(b"".join(parts))]


def broken_page(asked: Asked) -> HttpAnswer:
    """Return an error page in the reader's language, as long as templates and catalogues can be
    read.
    """
    wants = {b"accept": "ACCEPT", b"accept-language": "ACCEPT_LANGUAGE", b"cookie": "COOKIE"}
    headers = [
        (key, asked.get(f"HTTP_{name}", "").encode("latin-1")) for key, name in wants.items()
    ]
    try:
        return refusal_answer({"path": asked["PATH_INFO"], "headers": headers}, 500, BROKEN)
    except Exception:
        log.exception("No page for what broke")
        return BY_ITSELF


def refuse_to_write(_: bytes) -> object:
    raise NotImplementedError("Django answers with what it returns.")
