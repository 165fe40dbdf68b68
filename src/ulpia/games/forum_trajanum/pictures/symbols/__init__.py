"""The symbols of Forum Trajanum, a subject a file."""

from ulpia.games.forum_trajanum.pictures.symbols import buildings, citizens, pieces, streets
from ulpia.render.svg import el, rect
from ulpia.render.symbols import SHARED, SymbolSet
from ulpia.render.symbols.signs import ARCH, FOUNTAIN, HAMMER, STAR

SIGNS = {"trajan": ARCH, "construction": HAMMER, "wild": STAR, "fountain": FOUNTAIN}
SUBJECTS = (citizens, buildings, pieces, streets)
TESSERAE = el(
    "pattern",
    rect(0.5, 0.5, 5.6, 5.6, 1, fill="none", stroke="#fff", stroke_opacity=0.16, stroke_width=0.8),
    id="tesserae",
    width=6.6,
    height=6.6,
    patternUnits="userSpaceOnUse",
)
"""Little stones, laid over the squares of a mosaic."""
SYMBOLS = SHARED | SymbolSet(
    SIGNS | {name: drawing for subject in SUBJECTS for name, drawing in subject.SYMBOLS.items()},
    definitions={"tesserae": TESSERAE},
)
