"""Forms to set up and change leagues."""
