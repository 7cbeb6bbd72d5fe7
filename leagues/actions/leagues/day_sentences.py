"""Log sentences that contain the day of a night."""

from datetime import date

from django.utils.functional import Promise

from leagues.actions.verb import Sentence
from leagues.reads.leagues.words import day_in_words
from leagues.reads.log.facts import LogFacts


def fill_in_day(facts: LogFacts) -> None:
    if day := facts["details"].get("day"):
        facts["day"] = day_in_words(date.fromisoformat(day))


def of_day(template: Promise) -> Sentence:
    """A log sentence that contains the day of a night."""

    def sentence(facts: LogFacts) -> str:
        fill_in_day(facts)
        return str(template)

    return sentence
