"""Files that the club exports and imports."""

from django.urls import path

from leagues.views.desk import log
from leagues.views.desk.data import club_file, import_results, people

urlpatterns = [
    path("people/files/<str:name>", people.people_download, name="people_download"),
    path("bring-in/", import_results.bring_in, name="bring_in"),
    path("bring-in/<int:pk>/", import_results.results_file, name="results_file"),
    path(
        "bring-in/<int:pk>/throw-away/",
        import_results.results_file_throw_away,
        name="results_file_throw_away",
    ),
    path("bring-in/undo/<int:pk>/", log.results_undo, name="results_undo"),
    path("club-file/", club_file.club_file, name="club_file"),
    path("club-file/download/", club_file.club_file_download, name="club_file_download"),
]
