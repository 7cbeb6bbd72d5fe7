"""Requests to the pages of a draw."""

from typing import Any, TypeAlias

from django.test import Client

from leagues.models import Event, Stage

Page: TypeAlias = Any
"""A response of the test client."""


def address_of(stage: Stage, act: str = "") -> str:
    return f"/desk/events/{stage.event.slug}/draw/{stage.number}/{act}"


def text_of_page(answer: Page) -> str:
    return str(answer.content, "utf-8")


def seen_mark(answer: Page) -> str:
    mark: str = answer.context["seen"]
    return mark


def press_button(browser: Client, stage: Stage, verb: str, **more: object) -> Page:
    """Press a button of the page as it is now."""
    page = browser.get(address_of(stage))
    return browser.post(
        address_of(stage, f"{verb}/"), {"seen": seen_mark(page), **more}, follow=True
    )


def public_address(event: Event, rest: str = "") -> str:
    return f"/events/{event.slug}/draw/{rest}"
