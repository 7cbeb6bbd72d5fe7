"""Passwords at rest: Argon2id, with as much memory as OWASP asks for and a small server has."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """19 MiB, two passes, one lane. Django's 100 MiB and eight lanes times four threads that
    look at passwords at once made a worker of 110 MB one of 500. Older hashes open as before
    and are renewed when their owner signs in."""

    memory_cost = 19 * 1024
    time_cost = 2
    parallelism = 1
