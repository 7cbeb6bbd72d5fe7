"""The API: public data as JSON for other programs."""
