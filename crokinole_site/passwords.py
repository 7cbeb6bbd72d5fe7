"""Password hashing: Argon2id, with the memory that OWASP recommends and a small server has."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """Argon2 with 19 MiB, two passes and one lane.

    With Django's 100 MiB and eight lanes, four threads that check passwords at once made a
    worker of 110 MB one of 500 MB. Older hashes still work and are renewed when their owner
    signs in.
    """

    memory_cost = 19 * 1024
    time_cost = 2
    parallelism = 1
