"""What leaves the site as files."""
