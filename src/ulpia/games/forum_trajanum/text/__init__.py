"""Words of Forum Trajanum in English and German: sentences, effects of options, the table as text."""
