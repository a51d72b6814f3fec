"""Slow rules written from the rule books alone, to disagree with the engines where those are wrong."""
