"""The researchers' door: every game as PettingZoo, Gymnasium and batches know games, with observations as named numbers."""
