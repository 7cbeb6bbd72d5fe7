"""Pages about the site itself: health, errors, the style guide."""
