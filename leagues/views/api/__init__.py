"""The API: what public pages show, as JSON for other programs."""
