"""Learners of other people on these games, each in a short file.  docs/learners.md says what they reached."""
