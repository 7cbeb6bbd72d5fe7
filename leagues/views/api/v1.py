"""Version 1 of the API: visitors may read what is public; writing needs a token."""

from typing import Any

from ninja import Field, NinjaAPI, Schema

api = NinjaAPI(
    title="Twenties",
    version="1",
    description=(
        "What a club’s public pages show, for other programs: its leagues and their tables, "
        "its events, matches and players. Times say how far they are from UTC. Names are those that people "
        "want to be named by in exports, or on the web where that shows less; whoever is under 18 is named short. "
        "To write, a program needs a token that the club’s organisers make for it."
    ),
    openapi_url=None,
    docs_url=None,
    urls_namespace="api-v1",
)


class NotFoundJson(Schema):
    detail: str


class RefusedJson(Schema):
    detail: str = Field(description="Why, in a sentence.")


class UnreadableJson(Schema):
    detail: str | list[Any] = Field(description="A sentence, or what is wrong where.")


PAGED = {422: UnreadableJson}
"""Responses of addresses with a page number."""
MISSING = {404: NotFoundJson}
TOKEN = {401: RefusedJson, 403: RefusedJson, 429: RefusedJson}
"""Responses of addresses that check a token."""
LET_IN = {**TOKEN, **MISSING}
