"""Packs of cards that several games share, and their text.  A pack that only one game uses is in its room."""
