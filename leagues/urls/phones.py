"""Phones at the boards: joining, and the page where a round is entered."""

from django.urls import path

from leagues.views.phones import (
    after_match,
    assets,
    entry_page,
    friendlies,
    hand_over,
    match_access,
    reports,
)

urlpatterns = [
    path("b/<int:pk>-<str:secret>/", match_access.open_label, name="board_label"),
    path("b/<int:pk>-<str:secret>/friendly/", friendlies.begin_friendly, name="board_friendly"),
    path("kiosk/<str:token>/", match_access.open_kiosk, name="kiosk"),
    path("play/", match_access.enter_code, name="play_code"),
    path("play/hand-over/", hand_over.hand_over, name="play_hand_over"),
    path("play/sw.js", assets.serve_worker, name="play_worker"),
    path("play/offline/", assets.show_offline, name="play_offline"),
    path("play/<str:signed>/", entry_page.show_entry_page, name="play"),
    path("play/<str:signed>/state.json", reports.state_json, name="play_state"),
    path("play/<str:signed>/reports/", reports.take_reports, name="play_reports"),
    path("play/<str:signed>/confirm/", reports.confirm_match, name="play_confirm"),
    path("play/<str:signed>/help/", reports.call_help, name="play_help"),
    path("play/<str:signed>/take-over/", reports.take_over_side, name="play_take_over"),
    path("play/<str:signed>/next/", after_match.next_for_me, name="play_next"),
    path("play/<str:signed>/board/", match_access.open_board, name="play_board"),
]
