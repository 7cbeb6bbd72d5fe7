"""Joining phones to an event's boards: labels and tablets."""

from django.urls import path

from leagues.views.desk import phones

urlpatterns = [
    path("", phones.event_phones, name="event_phones"),
    path("labels/", phones.board_labels, name="board_labels"),
    path("labels/void/", phones.labels_void, name="labels_void"),
    path("tablets/<int:pk>/revoke/", phones.kiosk_revoke, name="kiosk_revoke"),
]
