"""Phones at the boards: joining, and the page where a round is entered."""

from django.urls import path

from leagues.views.phones import afterwards, assets, friendlies, hand_over, page, reports, ways_in

urlpatterns = [
    path("b/<int:pk>-<str:secret>/", ways_in.open_label, name="board_label"),
    path("b/<int:pk>-<str:secret>/friendly/", friendlies.begin_friendly, name="board_friendly"),
    path("kiosk/<str:token>/", ways_in.open_kiosk, name="kiosk"),
    path("play/", ways_in.enter_code, name="play_code"),
    path("play/hand-over/", hand_over.hand_over, name="play_hand_over"),
    path("play/entry-<str:version>.js", assets.serve_script, name="play_script"),
    path("play/sw.js", assets.serve_worker, name="play_worker"),
    path("play/offline/", assets.show_offline, name="play_offline"),
    path("play/<str:signed>/", page.show_entry_page, name="play"),
    path("play/<str:signed>/state.json", reports.state_json, name="play_state"),
    path("play/<str:signed>/reports/", reports.take_reports, name="play_reports"),
    path("play/<str:signed>/confirm/", reports.confirm_match, name="play_confirm"),
    path("play/<str:signed>/help/", reports.call_help, name="play_help"),
    path("play/<str:signed>/take-over/", reports.take_over_side, name="play_take_over"),
    path("play/<str:signed>/next/", afterwards.next_for_me, name="play_next"),
    path("play/<str:signed>/board/", ways_in.open_board, name="play_board"),
]
