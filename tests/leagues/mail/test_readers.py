"""Who reads the mail about a player: the player, or each of the guardians of a minor."""

import pytest

from leagues.actions.messages import post_news
from leagues.models import Guardian, Mail, Player, SentNews, Topic, User
from leagues.reads.messages.reach import Content, PeopleNews
from tests.leagues.leagues.evenings import Evening, october_time

pytestmark = pytest.mark.django_db


def some_news(title: str = "Bring a board") -> PeopleNews:
    return PeopleNews(
        topic=Topic.CLUB,
        key="news",
        make=lambda players: Content(title=f"{title}, {players[0].name}", path="/"),
        ends_at=october_time(12, day=5),
    )


def give_guardian(player: Player, email: str) -> Guardian:
    Player.objects.filter(pk=player.pk).update(is_minor=True)
    user = User.objects.filter(email=email).first() or User.objects.create_user(email)
    return Guardian.objects.create(user=user, player=player)


def receivers() -> list[str]:
    return sorted(Mail.objects.values_list("to", flat=True))


def test_both_guardians_of_a_child_get_the_mail(monday: Evening) -> None:
    hal = monday.player("Hal")
    for email in ("mother@example.org", "father@example.org"):
        give_guardian(hal, email)

    assert post_news(some_news(), Player.objects.filter(pk=hal.pk)) == 2
    assert receivers() == ["father@example.org", "mother@example.org"]


def test_a_message_that_failed_is_not_noted_as_sent(monday: Evening) -> None:
    hal = Player.objects.filter(name="Hal")
    broken = PeopleNews(Topic.CLUB, "news", lambda players: 1 / 0, october_time(12))  # type: ignore[arg-type,return-value]
    with pytest.raises(ZeroDivisionError):
        post_news(broken, hal)

    assert not SentNews.objects.exists()
    assert post_news(some_news(), hal) == 1


def test_a_guardian_whose_account_was_closed_gets_no_mail(monday: Evening) -> None:
    hal = monday.player("Hal")
    for email in ("mother@example.org", "father@example.org"):
        give_guardian(hal, email)
    User.objects.filter(email="father@example.org").update(is_active=False)

    post_news(some_news(), Player.objects.filter(pk=hal.pk))
    assert receivers() == ["mother@example.org"]
