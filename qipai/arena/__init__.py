"""Bots meeting bots: many deals, and what they tell."""
