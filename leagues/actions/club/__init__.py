"""The club: its set-up, settings, helpers, page, texts, tokens and webhooks."""
