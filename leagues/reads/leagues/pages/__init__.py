"""Leagues on pages of the whole club: cards, front page, news and calendars."""
