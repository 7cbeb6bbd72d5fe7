"""What a rehearsal has shown so far."""
