"""Titles and sentences of the house rules in each language."""

from typing import Any

OPTION_WORDS: dict[str, dict[str, Any]] = {}
