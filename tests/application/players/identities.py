"""The issuer and the secret of the tests' players."""

from __future__ import annotations

SECRET = "a secret that is long enough to sign with"


ISSUER = "https://id.example.org"
