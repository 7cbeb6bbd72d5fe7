"""Which answers are compressed, and which never are."""

import gzip
from typing import Any

import pytest
from django.http import HttpRequest, StreamingHttpResponse

from crokinole_site.compression import may_be_packed
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db

GZIP = {"accept-encoding": "gzip"}


@scene
def hall(cast: Cast) -> DeskHall:
    hall = open_hall(cast)
    hall.publish((1, 2), (3, 4))
    return hall


def get_packed(cast: Cast, path: str, who: str = "olga", **headers: str) -> Any:
    answer = cast.browser_of(who).get(path, headers=GZIP | headers)
    assert answer.status_code == 200, path
    return answer


@pytest.mark.parametrize(
    "path", ["/desk/events/westport-open/log/", "/desk/people/", "/events/westport-open/"]
)
def test_signed_in_users_get_packed_pages(path: str, cast: Cast, hall: DeskHall) -> None:
    answer = get_packed(cast, path)

    assert answer["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer["Vary"]
    plain = cast.browser_of("olga").get(path)
    assert "Content-Encoding" not in plain
    assert len(answer.content) < len(plain.content) / 2
    assert b"</html>" in gzip.decompress(answer.content)


def test_a_phone_gets_its_page_packed_whose_address_is_the_secret(
    cast: Cast, hall: DeskHall
) -> None:
    answer = get_packed(cast, f"/me/{cast.cats_token}/", "cat")
    assert answer["Content-Encoding"] == "gzip"


@pytest.mark.parametrize(
    "path",
    [
        "/desk/events/westport-open/phones/labels/",
        "/desk/events/westport-open/rounds/{round}/cards/",
        "/accounts/2fa/",
    ],
)
def test_a_secret_under_an_address_that_anybody_may_know_is_never_packed(
    path: str, cast: Cast, hall: DeskHall
) -> None:
    number = hall.stage.pairing_rounds.get().pk
    answer = get_packed(cast, path.format(round=number))
    assert "Content-Encoding" not in answer


def test_an_answer_in_pieces_is_sent_piece_by_piece() -> None:
    answer = StreamingHttpResponse(["safe\n", "counted\n"], content_type="text/plain")
    assert not may_be_packed(HttpRequest(), answer)
