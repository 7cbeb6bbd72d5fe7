"""Phones at the boards: the ways in, and the page where a round is entered."""

from django.urls import path

from leagues.views.play import afterwards, hand_over, page, shell, talk, ways

MATCH = "play/<str:sealed>/"

urlpatterns = [
    path("b/<int:pk>-<str:secret>/", ways.label, name="board_label"),
    path("kiosk/<str:token>/", ways.kiosk, name="kiosk"),
    path("play/", ways.code, name="play_code"),
    path("play/hand-over/", hand_over.hand_over, name="play_hand_over"),
    path("play/entry-<str:version>.js", shell.script, name="play_script"),
    path("play/sw.js", shell.worker, name="play_worker"),
    path(MATCH, page.play, name="play"),
    path(f"{MATCH}state.json", talk.state_json, name="play_state"),
    path(f"{MATCH}reports/", talk.reports, name="play_reports"),
    path(f"{MATCH}accept/", talk.accept, name="play_accept"),
    path(f"{MATCH}confirm/", talk.confirm, name="play_confirm"),
    path(f"{MATCH}help/", talk.call_help, name="play_help"),
    path(f"{MATCH}take-over/", talk.take_over_side, name="play_take_over"),
    path(f"{MATCH}next/", afterwards.next_for_me, name="play_next"),
    path(f"{MATCH}board/", ways.board, name="play_board"),
]
