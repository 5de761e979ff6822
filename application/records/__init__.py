"""Records of log/v1: events in a form that anyone can hash, with commitments to what not everyone may read.

`docs/log-v1.md` is the specification. A game's *head* covers all its records up to a version.
"""
