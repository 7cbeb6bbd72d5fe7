"""Files for whoever runs the club."""

from django.urls import path

from leagues.views.desk.data import club_file, people

urlpatterns = [
    path("people/files/<str:name>", people.people_download, name="people_download"),
    path("club-file/", club_file.club_file, name="club_file"),
    path(
        "club-file/download/", club_file.club_file_download, name="club_file_download"
    ),
]
