"""The rules of both games for people, in our own words, and help on every piece and place.

Each game has a folder of texts: `rules` and `help` in each language. Printed figures are never typed into a text: it
names them, and they are filled in from the game's components, so that a corrected component file corrects the rules.
"""

from ulpia.rulebook.book import (
    Book,
    Help,
    Part,
    Section,
)
from ulpia.rulebook.figures import BadRulebook
from ulpia.rulebook.reader import book, help_for

__all__ = ["BadRulebook", "Book", "Help", "Part", "Section", "book", "help_for"]
