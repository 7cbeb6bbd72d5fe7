"""Version 1 of the API, as its document describes it. Everybody gets what a stranger may read."""

from __future__ import annotations

from ninja import NinjaAPI, Schema

api = NinjaAPI(
    title="Twenties",
    version="1",
    description=(
        "What a club’s public pages show, for other programs: its leagues and their tables, "
        "its events, matches and players. Times say how far they are from UTC. Names are those that people "
        "want to be named by in exports; whoever is under 18 is named short."
    ),
    openapi_url=None,
    docs_url=None,
    urls_namespace="api-v1",
)


class NotFoundJson(Schema):
    detail: str


MISSING = {404: NotFoundJson}
