"""The symbols of Trajan, a subject a file."""

from ulpia.games.trajan.pictures.symbols import (
    actions,
    boards,
    constructions,
    demands,
    figures,
    glyphs,
    goods,
    markers,
    tiles,
)
from ulpia.render.symbols import SHARED, SymbolSet

SUBJECTS = (actions, demands, constructions, figures, glyphs, markers, goods, tiles, boards)
SYMBOLS = SHARED | SymbolSet(
    {name: drawing for subject in SUBJECTS for name, drawing in subject.SYMBOLS.items()} | {"ship": goods.SHIP},
    {"ship": "0 0 64 44"} | tiles.BOXES | figures.BOXES | boards.BOXES,
)
