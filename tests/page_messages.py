"""In tests, every act that leads to another page shows a message there."""

from typing import Any

from django.http.response import HttpResponseBase

# Acts whose effect is visible on the page that follows, where a message would only distract.
SHOWN = frozenset(
    {
        # Tonight's page, the desk and a screen's remote show what was pressed.
        *("desk-tonight-back", "desk-tonight-board", "desk-tonight-draw", "host_night"),
        *("desk-tonight-dues", "desk-tonight-end", "desk-tonight-game-back"),
        *("desk-tonight-here", "desk-tonight-leave", "desk-tonight-places"),
        *("desk-tonight-start", "desk-night-answer", "desk_clock", "desk_match_help"),
        *("desk_match_put_back", "settlement_withdraw", "shoot_out", "stage_move"),
        *("screen", "screen_show", "rehearsal", "rehearsal_speed", "event_bin"),
        # The page shows the new address, the file that was read, or the state of a program.
        *("own_calendar_address", "bring_in"),
        *("desk-league-captain", "desk-league-join-link", "results_file"),
        *("results_file_throw_away", "webhook_pause", "webhook_resume"),
        *("club-logo-remove", "draw_promise"),
        # The next step of several, and a page in another language.
        *("setup", "setup_file", "setup_club", "desk-league-new", "language"),
        # On phones the card itself says it.
        *("board_friendly", "play", "play_code", "own_event"),
        "own_leaving",
        # A program that fills in every field gets no message.
        *("enter", "league-join"),
    }
)


def silent_page(answer: HttpResponseBase) -> str:
    """The URL name of an act that redirects without a message; empty for other answers."""
    request: Any = getattr(answer, "wsgi_request", None)
    if request is None or request.method != "POST" or answer.status_code != 302:
        return ""
    name = str(request.resolver_match.view_name if request.resolver_match else "")
    leads_to_an_account = answer.headers["Location"].startswith("/accounts/")
    is_of_an_account = name.startswith(("account_", "mfa_"))
    if name in SHOWN or leads_to_an_account or is_of_an_account:
        return ""
    # A site that is to be set up first leads there before anything could be said.
    messages = getattr(request, "_messages", None)
    return "" if messages is None or messages.added_new else name
