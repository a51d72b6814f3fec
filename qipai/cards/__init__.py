"""Packs and their text.  Nothing here knows a game."""
