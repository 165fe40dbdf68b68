"""Sentences of Trajan in English and German."""
