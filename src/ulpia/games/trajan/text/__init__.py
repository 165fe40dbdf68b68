"""Words of Trajan in English and German: sentences, effects of options, the table as text."""
