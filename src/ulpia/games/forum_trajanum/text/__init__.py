"""Sentences of Forum Trajanum in English and German."""
