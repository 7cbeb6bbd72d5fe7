"""What comes into the site from files, and who leaves it."""
