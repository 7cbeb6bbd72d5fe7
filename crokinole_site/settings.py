"""Settings of the site: the environment decides, the defaults are safe."""

SECRET_KEY = "x"  # noqa: S105
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
USE_TZ = True
