"""Version 1 of the API: visitors may read what is public; writing needs a token."""

from typing import Any

from ninja import Field, NinjaAPI, Schema

api = NinjaAPI(
    title="Twenties",
    version="1",
    description=(
        "Other programs can read what the club’s public pages show: leagues, tables, events, matches and players. "
        "Times include their offset from UTC. Names are those that people chose for exports, or for the web "
        "where that shows less. Players under 18 have a short name. To write, a program needs a token from "
        "the club’s organisers."
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
