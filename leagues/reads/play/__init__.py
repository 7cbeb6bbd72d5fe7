"""Play at the boards as the desk sees it."""
