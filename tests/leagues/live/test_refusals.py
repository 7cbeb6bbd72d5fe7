"""What a worker refuses by itself is said in the language of whoever asked."""

from __future__ import annotations

import pytest
from django.utils.translation import gettext_lazy

from leagues.live.refusals import refused
from tests.leagues.live.stand_ins import visit

BUSY = gettext_lazy("Too busy just now")


@pytest.mark.parametrize(
    ("asks", "clubs", "spoken"),
    [
        ({"accept_language": "fr-CA,en;q=0.5"}, "", "fr"),
        ({"accept_language": "fr", "cookie": "language=de"}, "", "de"),
        ({}, "nl", "nl"),
        ({"accept_language": "xx"}, "", "en"),
        ({"accept_language": "fr", "path": "/api/v1/events/"}, "", "en"),
    ],
)
def test_the_devices_choice_then_the_browsers_wish_then_the_clubs(
    asks: dict[str, str], clubs: str, spoken: str
) -> None:
    answer = refused(visit(**asks), 503, BUSY, clubs_language=clubs)
    assert answer.header(b"content-language") == spoken.encode()
    english = answer.body == b"Too busy just now"
    assert english == (spoken == "en")


def test_no_sentence_is_cut_off_where_a_language_is_longer() -> None:
    answer = refused(visit(accept_language="hu"), 503, BUSY)
    assert int(answer.header(b"content-length")) == len(answer.body)
    assert answer.status == 503
