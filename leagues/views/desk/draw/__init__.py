"""The draw at the desk."""
