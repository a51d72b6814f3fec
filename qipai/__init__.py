"""Traditional Chinese games of hidden hands: their rules, their tables and their bots."""

__version__ = "0.1.0"
