"""What every game and every front end shares, in plain Python: actions, settings, texts, errors, interfaces."""
