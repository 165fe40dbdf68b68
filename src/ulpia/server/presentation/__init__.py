"""What one viewer is shown: scenes, summaries, names and settings in words."""
