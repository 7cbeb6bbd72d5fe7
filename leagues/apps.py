from importlib import import_module
from pkgutil import walk_packages

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Import every module of acts, so that the log knows all verbs."""
        actions = import_module("leagues.actions")
        for module in walk_packages(actions.__path__, "leagues.actions."):
            import_module(module.name)
