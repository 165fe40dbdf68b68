"""Rule books for people, and help on every piece and place.

A game's package holds them in its folder `rulebook/`: `rules.LANGUAGE.toml` and `help.LANGUAGE.toml`. Printed figures
are never typed into a text. The text names them, and they are filled in from the game's components, so that a corrected
component file corrects the rules. A game without that folder has an empty book and no help.
"""

from ulpia.rulebook.book import (
    Book,
    Help,
    Part,
    Section,
)
from ulpia.rulebook.figures import BadRulebook
from ulpia.rulebook.reader import book, figures_of, help_for

__all__ = ["BadRulebook", "Book", "Help", "Part", "Section", "book", "figures_of", "help_for"]
