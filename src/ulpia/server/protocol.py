"""The WebSocket messages and HTTP bodies as types. This file is their only definition.

`decoding` validates what clients send against these types. `tools/generate_protocol.py` writes docs/protocol.md and
src/ulpia/web/messages.d.ts from them: the docstring of a struct is its explanation, an indented block after
"Example:" its example, the string below a field the explanation of the field.

A field of type `| UnsetType` may be left out. A client message with unknown or missing fields is refused.
"""

import unicodedata
from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.json import Encoder

from ulpia.core.view import Question
from ulpia.server.tokens import OWNER_TOKEN

PROTOCOL_VERSION = 1

MAX_NUMBER = 2**31 - 1
MAX_SEATS = 10
MAX_ACTIONS = 64
MAX_PACE_SECONDS = 10
MAX_TURN_SECONDS = 30 * 86_400
MAX_BANK_SECONDS = 24 * 3_600
MAX_PATIENCE = 20
MAX_HOLIDAYS_SENT = 100

INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode categories of characters that cannot be seen, change the direction of writing or are half a character."""


def visible(text: str) -> str:
    """Replace every invisible character by a space."""
    return "".join(" " if unicodedata.category(letter) in INVISIBLE else letter for letter in text)


class PlainText(str):
    """One line of visible text. `clean` normalizes what a client sent, then checks its length."""

    __slots__ = ()
    min_length: ClassVar[int] = 0
    max_length: ClassVar[int]

    @classmethod
    def clean(cls, value: object) -> "PlainText":
        """Return the text in normal form on one line; raise ValueError if it is no text or has a wrong length."""
        if not isinstance(value, str):
            raise ValueError("not a text")
        line = " ".join(visible(unicodedata.normalize("NFC", value)).split())
        if not cls.min_length <= len(line) <= cls.max_length:
            raise ValueError("too short or too long")
        return cls(line)


class SeatName(PlainText):
    """The name of a player. An empty name stands for the default name of the seat."""

    __slots__ = ()
    max_length = 24


class ChatText(PlainText):
    """What a player says."""

    __slots__ = ()
    min_length, max_length = 1, 400


Number = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
Seat = Annotated[int, Meta(ge=0, le=MAX_SEATS - 1)]
"""Seats are numbered from 0."""
ActionNumbers = Annotated[list[Number], Meta(min_length=1, max_length=MAX_ACTIONS)]
Seconds = Annotated[float, Meta(ge=0, le=MAX_PACE_SECONDS)]
Token = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"\A[!-~]*\Z", extra={"expected": "token"})]
OwnerToken = Annotated[
    str,
    Meta(max_length=43, pattern=rf"\A(?a:{OWNER_TOKEN.pattern})\Z", extra={"expected": "owner_token"}),
]
"""32 random bytes as base64url, made by the server or by the player's browser; 24 bytes in earlier versions."""
Word = Annotated[str, Meta(max_length=40, pattern=r"\A[ -~]*\Z", extra={"expected": "word"})]
"""A short word of ASCII characters, such as the name of a game."""
Code = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"\A[ -~]*\Z", extra={"expected": "code"})]
"""What stands behind `=` in a link to another device, or a recovery code as somebody typed it."""
Link = Annotated[str, Meta(min_length=1, max_length=300, pattern=r"\A[!-~]*\Z", extra={"expected": "link"})]
"""An address with what stands behind `#`."""
Day = Annotated[str, Meta(pattern=r"\A\d{4}-\d{2}-\d{2}\Z")]
"""A date, such as 2026-12-24."""
Days = Annotated[list[Day], Meta(max_length=MAX_HOLIDAYS_SENT, extra={"expected": "days"})]
Language = Literal["en", "de"]
Form = Literal["full", "small"]
Perspective = Seat | Literal["all"] | None
"""Who looks: a seat, a spectator (null) or everything open ("all")."""
ALL_OPEN: Literal["all"] = "all"
NoticeKind = Literal[
    "taken",
    "taken_by_creator",
    "handed_over",
    "handed_over_by_creator",
    "other_level",
    "taken_back",
    "invited",
    "withdrawn",
    "begun",
    "left",
    "wants_to_end",
    "plays_on",
    "ended",
    "again",
    "wants_to_wait",
    "waits",
    "wants_no_waiting",
    "time_runs",
    "time_up",
    "seat_lost",
    "on_holiday",
    "holiday_over",
]


LessonStatus = Literal["open", "right", "wrong", "showing", "shown"]


class _ClientMessage(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=lambda name: name.lower()
):
    id: Number | UnsetType = UNSET
    """The client's own number for this message. The answer repeats it."""


class Hello(_ClientMessage, frozen=True, kw_only=True, tag="hello"):
    """The first message of a connection. Answered by `welcome`.

    With `token` the client holds that seat, with `owner` and `seat` it returns to a seat that this owner has taken,
    and without any of them it watches. An invitation is no token: redeem it first (`POST /api/tables/ID/redeem`).

    Example:
        {"type":"hello","table":"WH62Zvbx7iIU","language":"de","token":"pJ8xCkDfYhw3bEVTr4FhxVGvIuJWJtpkvQ0aU1lT7dE",
        "form":"small"}
    """

    table: Token
    language: Language
    """The language of all texts and pictures."""
    token: Token | UnsetType = UNSET
    """The token of a seat."""
    owner: OwnerToken | UnsetType = UNSET
    """The token of the player: it opens the seats that the player has taken, and shows who created the table."""
    seat: Seat | UnsetType = UNSET
    form: Form = "full"
    """`small` asks for pictures that fit a phone."""
    lesson: Word | UnsetType = UNSET
    """The lesson that the player of this seat takes at this table, which must be one that is a real game."""


class Learn(_ClientMessage, frozen=True, kw_only=True, tag="learn"):
    """The first message of a connection, instead of `hello`: play a lesson. Answered by `welcome` and `lesson`.

    The table of a lesson belongs to this connection alone, and nothing of it is stored. At it the server takes `act`,
    `plan`, `preview`, `undo`, `look`, `step` and `answer`.

    Example:
        {"type":"learn","game":"trajan","lesson":"sowing","step":2,"language":"en"}
    """

    game: Word
    lesson: Word
    language: Language
    step: Number = 0
    form: Form = "full"


class BeginStep(_ClientMessage, frozen=True, kw_only=True, tag="step"):
    """Begin a step of the lesson, for the first time or again. Answered by `lesson`, `log` and `state`.

    Example:
        {"type":"step","step":3}
    """

    step: Number


class ShowAnswer(_ClientMessage, frozen=True, kw_only=True, tag="answer"):
    """Begin the step again and let the server play its answer.

    Example:
        {"type":"answer"}
    """


class Act(_ClientMessage, frozen=True, kw_only=True, tag="act"):
    """Play the actions of one gesture: all of them or none.

    The first number is one of the `options` of the state, the others come from `planned`. If an action other than the
    last one reveals something or ends the turn, the answer is `PastAReveal`: otherwise a client could look at cards by
    sending an illegal action after the one that draws them. `done` means that the actions are stored.

    Example:
        {"type":"act","revision":"WStgUQ.0","actions":[35,36,40],"id":7}
    """

    revision: Token
    actions: ActionNumbers


class Plan(_ClientMessage, frozen=True, kw_only=True, tag="plan"):
    """Complete a gesture that begins with these actions and show it before it is played. Answered by `planned`.

    Example:
        {"type":"plan","revision":"WStgUQ.0","actions":[35]}
    """

    revision: Token
    actions: ActionNumbers


class PreviewRequest(_ClientMessage, frozen=True, kw_only=True, tag="preview"):
    """Ask what an option would bring. Answered by `preview`. Nothing is played.

    Example:
        {"type":"preview","revision":"WStgUQ.0","action":35}
    """

    revision: Token
    action: Number
    """One of the `options` of the state."""


class Undo(_ClientMessage, frozen=True, kw_only=True, tag="undo"):
    """Take back the last actions. `done` means that this is stored.

    Example:
        {"type":"undo","revision":"WStgUQ.2","to":0}
    """

    revision: Token
    to: Number
    """A position from `undo_to` of the state on."""


class HintRequest(_ClientMessage, frozen=True, kw_only=True, tag="hint"):
    """Ask for advice, as the seat that decides.

    `done` means that the search has begun. `hint` follows, unless the table moves on first. A hint never changes the
    game, and the other players do not learn of it.

    Example:
        {"type":"hint","revision":"WStgUQ.0","step":1}
    """

    revision: Token
    step: Annotated[int, Meta(ge=1, le=3)]
    """1 says where to look, 2 names the action, 3 gives the reasons."""


class HintConsent(_ClientMessage, frozen=True, kw_only=True, tag="hints"):
    """Agree to hints at this table, or withdraw.

    With other people at the table there are hints when all of them agree: everybody who holds a seat, present or not,
    also while a computer plays the seat, and everybody who is expected. Alone with computers there always are hints.

    Example:
        {"type":"hints","are_fine":true}
    """

    are_fine: bool


class LookRequest(_ClientMessage, frozen=True, kw_only=True, tag="look"):
    """Show an earlier position. Answered by `look`.

    Example:
        {"type":"look","position":12}
    """

    position: Number
    perspective: Perspective | UnsetType = field(default=UNSET, name="eyes")
    """Who looks, the client's own seat by default. Another perspective is possible once the game is over: a seat, null
    for a spectator, or `"all"` for everything open."""


class ChatRequest(_ClientMessage, frozen=True, kw_only=True, tag="chat"):
    """Say something to everybody at the table.

    Example:
        {"type":"chat","text":"Well played"}
    """

    text: ChatText


class Rename(_ClientMessage, frozen=True, kw_only=True, tag="name"):
    """Name the player of the client's own seat.

    Example:
        {"type":"name","name":"Ada"}
    """

    name: SeatName


class HandOver(_ClientMessage, frozen=True, kw_only=True, tag="hand_over"):
    """Let a computer play a seat.

    A player can hand over their own seat; the creator of the table can hand over any seat, and so change the level of
    a computer. Every client gets a notice (`notices`), so the rate limit of chat applies. The player who holds the
    seat can always take it back.

    Example:
        {"type":"hand_over","seat":1,"agent":"centurio"}
    """

    seat: Seat
    agent: Word


class TakeBack(_ClientMessage, frozen=True, kw_only=True, tag="take_back"):
    """Play one's own seat again after it was handed over.

    Example:
        {"type":"take_back","seat":1}
    """

    seat: Seat


class Teach(_ClientMessage, frozen=True, kw_only=True, tag="teach"):
    """Switch the teacher on or off for this connection; it is off at first.

    While it is on, `explain` follows each `state`, and `objection` may answer an `act`.

    Example:
        {"type":"teach","is_on":true}
    """

    is_on: bool


class Leave(_ClientMessage, frozen=True, kw_only=True, tag="leave"):
    """Leave the game: a computer plays on, all are told, and the game vanishes from the list of one's own games.

    Who has left is not asked about hints or the end of the game any more. The seat stays theirs: `take_back` returns.

    Example:
        {"type":"leave","agent":"miles"}
    """

    agent: Word


class EndConsent(_ClientMessage, frozen=True, kw_only=True, tag="end"):
    """Agree to end the game now, or go on playing.

    The game ends when everybody agrees who holds a seat and has not left, present or not. It is over then, with the
    points as they stand; nobody has won.

    Example:
        {"type":"end","is_fine":true}
    """

    is_fine: bool


class WaitConsent(_ClientMessage, frozen=True, kw_only=True, tag="wait"):
    """Agree to wait at a table with a time control, or rather go on.

    Nobody's time runs once everybody agrees who holds a seat and has not left. It runs again when a person acts, or
    when one of them would rather go on.

    Example:
        {"type":"wait","is_fine":true}
    """

    is_fine: bool


class PlayAgain(_ClientMessage, frozen=True, kw_only=True, tag="again"):
    """Open a table for another game with the same people, seats, levels and options, when the game is over.

    Of several requests the first one opens it; `presence` tells everybody its id. Each seat is kept for its player, who
    enters with `owner` and `seat`. The game begins when all have come. Who had left is not asked: a computer plays.

    Example:
        {"type":"again"}
    """


class Begin(_ClientMessage, frozen=True, kw_only=True, tag="begin"):
    """Begin a game that waits for invited people without them. Only the creator of the table can do that.

    With `agent` a computer plays each seat that nobody has taken, until its player comes. Without it, the game waits
    when the turn of such a seat comes.

    Example:
        {"type":"begin","agent":"miles"}
    """

    agent: Word | UnsetType = UNSET


class SetPace(_ClientMessage, frozen=True, kw_only=True, tag="pace"):
    """Set how long a decision of a computer takes at least. It searches meanwhile.

    Example:
        {"type":"pace","seconds":0.9}
    """

    seconds: Seconds


class Skip(_ClientMessage, frozen=True, kw_only=True, tag="skip"):
    """Let computers act without pause until the client's own seat decides.

    With other players at the table it happens when all want it who are connected and play themselves; `presence` tells
    who wants it (`skipping`). Spectators and players who are away are not asked. A wish ends when the seat decides.
    While a person decides, the answer is `NothingToSkip`. What a computer has begun in secret takes as long as it would
    have taken.

    Example:
        {"type":"skip"}
    """


ClientMessage = (
    Hello
    | Learn
    | BeginStep
    | ShowAnswer
    | Act
    | Plan
    | PreviewRequest
    | Undo
    | HintRequest
    | HintConsent
    | LookRequest
    | ChatRequest
    | Rename
    | HandOver
    | TakeBack
    | Teach
    | Leave
    | EndConsent
    | WaitConsent
    | PlayAgain
    | Begin
    | SetPace
    | Skip
)


class AgentInfo(Struct, frozen=True, kw_only=True):
    """A program that can take a seat."""

    name: str
    title: str
    about: str
    is_level: bool
    """Levels are meant for everybody, the other agents for those who know them."""


class SettingInfo(Struct, frozen=True, kw_only=True):
    """The value of an option of a game."""

    name: str
    title: str
    value: str
    words: str
    """The value in words."""


class OutcomeInfo(Struct, frozen=True, kw_only=True):
    """How a game ended."""

    ranking: tuple[tuple[int, ...], ...]
    """Seats by place, best first. Seats that share a place stand together."""
    points: tuple[int, ...]


class SeatInfo(Struct, frozen=True, kw_only=True):
    """Who plays a seat now."""

    seat: int
    name: str
    kind: Literal["person", "computer"]
    agent: str | None
    """The program that plays this seat, if one does."""
    is_here: bool
    for_people: bool
    """Whether a person holds this seat or was invited to it, even while a computer plays it."""
    is_taken: bool
    """Whether a person holds this seat, present or not."""
    agrees_to_hints: bool
    agrees_to_end: bool
    has_left: bool
    """Whether the player has left the game; a computer plays on."""
    is_creators: bool
    """Whether the player who opened the table holds this seat."""


class SeatClock(Struct, frozen=True, kw_only=True):
    """The time of one seat."""

    bank: float
    """Seconds that are left beside those of each turn."""
    missed: int
    """Turns in a row that a computer has played because time was up."""
    agrees_to_wait: bool


class ClockInfo(Struct, frozen=True, kw_only=True):
    """How long the people at a table may still think.

    Time is that of the server at the moment when it sends the message. Count on from there with a clock that nobody
    sets (`performance.now()`), not with the date.
    """

    kind: Literal["live", "days"]
    turn: float
    """Seconds for each series of decisions of a seat within one turn. What is not used does not accumulate."""
    bank: float
    """Seconds more that each player began with, for the whole game."""
    agent: str
    """The program that plays a turn whose time is up."""
    patience: int
    """After this many such turns in a row it takes the seat, and the player can take it back."""
    seat: int | None
    """Whose time it is; null while a computer decides, or nobody."""
    left: float | None
    """Seconds that are left to `seat`, with its bank; null if a computer decides."""
    is_running: bool
    """Whether these seconds pass: not while all wait, nor on a holiday."""
    is_paused: bool
    """Whether all have agreed to wait."""
    back: int | None
    """Until when `seat` is on holiday, in milliseconds since 1970; null if it is not."""
    is_standing_in: bool
    """Whether the time of `seat` is up and a computer plays its turn to the end."""
    seats: list[SeatClock]


class OptionPrice(Struct, frozen=True, kw_only=True):
    """What an action costs, if other options like it cost nothing."""

    amount: int
    symbol: str
    """The symbol of `symbols.svg` that stands for what is paid."""


class Option(Struct, frozen=True, kw_only=True):
    """An action that can be played now."""

    number: int
    words: str
    effect: str
    """What the action would do, may be empty."""
    place: str
    """The id of the picture element to highlight, empty for a button. Several options may share a place."""
    places: tuple[str, ...] | UnsetType = UNSET
    """All elements to highlight, where there are several."""
    final: bool
    """Whether there is no undo after this action."""
    gesture: bool | UnsetType = UNSET
    """True where the client should send `plan` instead of playing the action at once."""
    price: OptionPrice | UnsetType = UNSET
    """What the action costs, to be shown at its place. An option without a price shines brighter."""
    declines: bool | UnsetType = UNSET
    """True for doing nothing, or no more: a quiet button beside other options."""


class Gain(Struct, frozen=True, kw_only=True):
    """Points that a sentence of the log tells."""

    sentence: int
    """The index of the sentence."""
    seat: int
    """Whose points changed."""
    points: int
    """By how much; negative for a loss."""


class SummaryColumn(Struct, frozen=True, kw_only=True):
    """What one column of a summary tells."""

    title: str
    symbol: str
    """The symbol of `symbols.svg` that stands for it, may be empty."""


class SummaryCell(Struct, frozen=True, kw_only=True):
    """What one seat did or got at the end of a phase. All fields may be empty."""

    words: str
    points: int
    tone: Literal["", "gain", "loss"]
    """Whether the words tell something good or bad."""


class PhaseSummary(Struct, frozen=True, kw_only=True):
    """The end of a phase of the game, such as a quarter, as a table."""

    title: str
    columns: list[SummaryColumn]
    rows: list[list[SummaryCell]]
    """For each seat a cell for each column."""
    points: tuple[int, ...]
    """The points of each seat afterwards."""
    notes: list[str]
    """Sentences about what comes next."""


class LogEntry(Struct, frozen=True, kw_only=True):
    """What happened at one position of the viewer."""

    position: int
    seat: int | None
    """Who acted, null for the set-up."""
    sentences: list[str]
    """May be empty."""
    subjects: list[int | None] | UnsetType = UNSET
    """The seat that each sentence is about. Left out if no sentence is about another seat than the one that acted."""
    points: list[int]
    """By how much the points of each seat changed, empty if they did not."""
    gains: list[Gain] | UnsetType = UNSET
    """The same points by the sentences that tell them. Left out if there are none, or no sentences."""
    minor: bool | UnsetType = UNSET
    """True within a gesture that was begun before. A short log may leave the entry out."""
    summary: PhaseSummary | UnsetType = UNSET
    """The end of a phase, where one ends here."""


class PhaseMark(Struct, frozen=True, kw_only=True):
    """Where a phase of a game begins."""

    position: int
    label: str


class GestureChoice(Struct, frozen=True, kw_only=True):
    """A variation of a planned gesture that is one or two taps away."""

    places: tuple[str, ...]
    """The elements to tap, in any order."""
    words: str
    actions: list[int]
    """What to `plan` instead."""


class ChatLine(Struct, frozen=True, kw_only=True):
    """A line of the chat. Show it as text, never as markup."""

    seat: int
    text: str
    time: int
    """Milliseconds since 1970."""


class ExplanationInfo(Struct, frozen=True, kw_only=True):
    """What a thing of the game means."""

    id: str
    """The same in all languages."""
    sentence: str
    places: tuple[str, ...]
    """Districts, or elements of the pictures, that the sentence speaks of."""
    is_past: bool
    """Whether it explains what has happened, and not what can be chosen now."""


class NoticeLine(Struct, frozen=True, kw_only=True):
    """What happened to a seat."""

    kind: NoticeKind
    seat: int
    sentence: str
    """The same for people, in their language."""
    time: int
    """Milliseconds since 1970."""


class _ServerMessage(Struct, frozen=True, kw_only=True, tag_field="type", tag=lambda name: name.lower()):
    pass


class Presence(_ServerMessage, frozen=True, kw_only=True, tag="presence"):
    """Who sits where, sent whenever one of these fields changes.

    A computer searches from the moment the decision is its own. If `seat` of the last `state` belongs to a computer, a
    client can say so. What a computer does in secret takes as long as its first search decides, however many steps it
    takes.

    Example:
        {"type":"presence","seats":[{"seat":0,"name":"Ada","kind":"person","agent":null,"is_here":true,"for_people":true,
        "is_taken":true,"agrees_to_hints":false,"agrees_to_end":false,
        "has_left":false,"is_creators":true}],"spectators":0,"pace":0.9,"hints":true,
        "is_gathering":false,"ended":null,"successor":null,"preparing":null,"skipping":[],
        "clock":{"kind":"days","turn":86400.0,"bank":0.0,"agent":"miles","patience":3,"seat":0,"left":52310.5,
        "is_running":true,"is_paused":false,"back":null,"is_standing_in":false,
        "seats":[{"bank":0.0,"missed":0,"agrees_to_wait":false}]}}
    """

    seats: list[SeatInfo]
    spectators: int
    pace: float
    """Seconds that a decision of a computer takes at least."""
    hints: bool
    """Whether the client may ask for a hint."""
    is_gathering: bool
    """Whether the game waits for invited people: until all have come, or the creator begins, nobody can act."""
    ended: OutcomeInfo | None
    """How the game stood when its players agreed to end it, null if they have not."""
    successor: str | None
    """The id of the table at which the same people play again."""
    preparing: float | None
    """How far the compilation of the search is (0 to 1), null if it is finished or not needed. It happens once on
    a machine; until then computers that search wait, and so does a hint."""
    skipping: list[int]
    """The seats whose players want computers to act without pause until they decide themselves (`skip`)."""
    clock: ClockInfo | None
    """The time control, null if players may think for ever."""


class Welcome(Presence, frozen=True, kw_only=True, tag="welcome"):
    """The answer to `hello`: the fixed facts of the table, the client's own role, and all fields of `presence`.

    Example:
        {"type":"welcome","seats":[{"seat":0,"name":"Ada","kind":"person","agent":null,"is_here":true,"for_people":true,
        "is_taken":true,"agrees_to_hints":false,"agrees_to_end":false,
        "has_left":false,"is_creators":true}],"spectators":0,"pace":0.9,"hints":true,
        "is_gathering":false,"ended":null,"successor":null,"preparing":null,"skipping":[],"clock":null,"protocol":1,
        "table":"WH62Zvbx7iIU","game":"trajan","title":"Trajan","language":"en","you":0,"is_creator":true,"held":[0],
        "settings":[{"name":"setup","title":"Set-up","value":"dealt","words":"dealt at random"}],
        "sources":{"ships":"Ships","senate":"Senate"},
        "agents":[{"name":"miles","title":"Miles","about":"a soldier, for your first games","is_level":true}],
        "created":1794757371090,"rules":1,"components":"52d888177787","reconstructed":[]}
    """

    protocol: int
    """The version of this protocol."""
    table: str
    game: str
    title: str
    language: Language
    you: int | None
    """The client's seat, null for a spectator."""
    is_creator: bool
    held: list[int]
    """All seats of the person whose owner token the client has named. It can return with `seat` to any of them."""
    settings: list[SettingInfo]
    sources: dict[str, str]
    """The names of the sources of points."""
    agents: list[AgentInfo]
    created: int
    """Milliseconds since 1970."""
    rules: int
    """The version of the rules."""
    components: str
    """The digest of the printed figures."""
    reconstructed: list[str]
    """Tables of printed figures that are our own reconstruction."""


class LogUpdate(_ServerMessage, frozen=True, kw_only=True, tag="log"):
    """What happened. Keep the entries below `from`, drop the others, append these. The log never has gaps.

    Example:
        {"type":"log","from":12,"entries":[{"position":12,"seat":1,
        "sentences":["Seat 2 takes a construction tile (door) for 4 points.","It grants Seat 2 the action Forum."],
        "points":[0,4,0],"gains":[{"sentence":0,"seat":1,"points":4}]}]}
    """

    since: int = field(name="from")
    entries: list[LogEntry]


class Situation(_ServerMessage, frozen=True, kw_only=True):
    """What `state` and `look` have in common: everything about a position but its number and its pictures."""

    seat: int | None
    """Who decides, null once the game is over."""
    question: Question | None
    crumb: str
    """Where the game stands, such as "Quarter I, round 1."."""
    asked: str | None
    """The question in words."""
    options: list[Option]
    """What can be played, for the seat that decides; empty for all others."""
    points: list[int]
    sources: list[dict[str, int]]
    """The points of each seat by source."""
    is_over: bool
    outcome: OutcomeInfo | None


class State(Situation, frozen=True, kw_only=True, tag="state"):
    """The present position, sent after `log` whenever something changes for this viewer.

    If things change faster than a client reads, it gets only the newest state.

    `districts` holds what changed since the last `state` of this connection: for a district either its whole picture,
    or an object of its changed parts, each of which replaces the element with that id. What `look` and `planned` show
    in between does not count: keep the pictures of the last `state`.

    Example:
        {"type":"state","seat":0,"question":{"kind":"turn","about":null},"crumb":"Quarter I, round 1.",
        "asked":"Which tray do you sow?","options":[{"number":30,"words":"sow Seaport",
        "effect":"2 markers, ending at Military","place":"tray-0","final":false,"gesture":true}],"points":[0,0,0],
        "sources":[{"ships":0},{"ships":0},{"ships":0}],"is_over":false,"outcome":null,"position":12,
        "revision":"WStgUQ.12","since":9,"can_undo":true,"undo_to":8,"undo_one":11,
        "districts":{"circle":{"tray-3":"<g id='tray-3'/>"},"hand":"<svg class='district' id='district-hand'/>"},
        "gone":[]}
    """

    position: int
    revision: str
    since: int | None
    """The position right after the viewer's last action before the present turn, null if there is none. Later log
    entries are new to the viewer."""
    can_undo: bool
    undo_to: int | None
    """The earliest position that the viewer may take the game back to."""
    undo_one: int | None
    """The position one gesture back: sowing is undone as a whole."""
    districts: dict[str, str | dict[str, str]]
    gone: list[str]
    """Districts to remove."""


class Look(Situation, frozen=True, kw_only=True, tag="look"):
    """An earlier position with all its districts and without options.

    The perspective `"all"` counts every action, also secret ones, and shows each seat as it sees itself.

    Example:
        {"type":"look","seat":1,"question":{"kind":"turn","about":null},"crumb":"Quarter I, round 1.",
        "asked":"Which tray do you sow?","options":[],"points":[0,0],"sources":[{"ships":0},{"ships":0}],
        "is_over":false,"outcome":null,"position":0,"last":31,"eyes":0,
        "entry":{"position":0,"seat":null,"sentences":[],"points":[]},"log_position":0,"turns":[0,4,9,14,22,27],
        "phases":[{"position":0,"label":"Quarter I"}],
        "districts":{"circle":"<svg class='district' id='district-circle'/>"}}
    """

    position: int
    last: int
    """The last position of this perspective."""
    perspective: Perspective = field(name="eyes")
    entry: LogEntry
    log_position: int
    """The entry of the client's own log that belongs to this position. Perspectives may count different positions."""
    turns: list[int]
    """The positions of this perspective at which turns begin."""
    phases: list[PhaseMark]
    """The positions of this perspective at which the phases of the game begin."""
    districts: dict[str, str]


class Planned(_ServerMessage, frozen=True, kw_only=True, tag="planned"):
    """A gesture as it would be played. To play it, send `act` with its `actions`.

    Example:
        {"type":"planned","revision":"WStgUQ.0","actions":[35,36,40],"about":"Sow Trajan: 2 markers.",
        "asked":"Sow like this?","districts":{"circle":"<svg class='district' id='district-circle'/>"},
        "quiet":["forum"],"choices":[{"places":["marker-0","marker-1"],"words":"exchange white and blue",
        "actions":[35,37]}]}
    """

    revision: str
    actions: list[int]
    about: str
    asked: str
    districts: dict[str, str]
    """Districts that look different until the gesture is played or given up."""
    quiet: list[str]
    """Districts that fade meanwhile."""
    choices: list[GestureChoice]


class PreviewLine(Struct, frozen=True, kw_only=True):
    """Something that would happen."""

    sentence: str
    points: int
    """Points that the client's seat would get by it; negative for a loss."""


class Preview(_ServerMessage, frozen=True, kw_only=True, tag="preview"):
    """What an option would bring: what its seat would do and get of necessity.

    It ends where something is drawn or turned up, and where others follow: nothing of that is known before.

    Example:
        {"type":"preview","revision":"WStgUQ.0","action":35,
        "lines":[{"sentence":"Ada builds on a1.","points":0},
        {"sentence":"Ada takes a construction tile (door) for 4 points.","points":4}],
        "then":"Which Trajan tile do you take?","landings":["tray-2","tray-3"]}
    """

    revision: str
    action: int
    lines: list[PreviewLine]
    then: str
    """What would be asked next; empty if others follow."""
    landings: list[str]
    """The elements of the pictures on which something would come to lie, in order. The last one of an option with
    `gesture` is the target of the gesture."""


class Hint(_ServerMessage, frozen=True, kw_only=True, tag="hint"):
    """One step of a hint.

    Example:
        {"type":"hint","revision":"WStgUQ.0","step":2,
        "sentences":["I would choose: sow Senate (2 markers, ending at Construction)."],"number":33,"places":["tray-3"]}
    """

    revision: str
    step: int
    sentences: list[str]
    """Where to look; the move and how it is carried out; the reasons, the most important one first."""
    figures: list[str] | UnsetType = UNSET
    """Step 3: the chance to win, then expected points, as sentences."""
    areas: list[str] | UnsetType = UNSET
    """Step 1: the districts to look at."""
    number: int | UnsetType = UNSET
    """Steps 2 and 3: the number of the action."""
    places: list[str] | UnsetType = UNSET
    """Step 1: the elements to look at, if the sentence means some and not one alone. Steps 2 and 3: the elements of
    that action."""


class Explain(_ServerMessage, frozen=True, kw_only=True, tag="explain"):
    """What a learner may want explained, sent after `state` to clients that have switched the teacher on.

    The client shows what it has not shown before. What has happened can be explained later too.

    Example:
        {"type":"explain","revision":"WStgUQ.0","explanations":[{"id":"sowing",
        "sentence":"Choose a tray: its markers are laid one by one into the next trays, clockwise.",
        "places":["circle"],"is_past":false}]}
    """

    revision: str
    explanations: list[ExplanationInfo]
    """Most urgent first."""


class Objection(_ServerMessage, frozen=True, kw_only=True, tag="objection"):
    """The teacher objects to an `act`: it would cost too many points. Nothing was played.

    It comes only while the teacher is on, to a person who plays alone against computers, once per turn at most.
    `refused` with the name `TeacherObjects` follows. The same or any other `act` is then played without asking.

    Example:
        {"type":"objection","revision":"WStgUQ.0","actions":[35,36,40],"cost":6,
        "sentences":["That would cost you about 6 points, by the end of the game.","I would choose: sow Senate.",
        "It fulfils the tile at IV."],"number":33,"places":["tray-3"]}
    """

    revision: str
    actions: list[int]
    """What was not played."""
    cost: int
    """How many points fewer the player can expect at the end of the game, on average."""
    sentences: list[str]
    """What the move costs; what would be better; the reasons, the most important one first."""
    number: int
    """The number of the better action."""
    places: list[str]
    """The elements of that action."""


class Chat(_ServerMessage, frozen=True, kw_only=True, tag="chat"):
    """What was said: after `welcome` the last lines, later each new line.

    Example:
        {"type":"chat","lines":[{"seat":0,"text":"hello","time":1794757371090}]}
    """

    lines: list[ChatLine]


class Notices(_ServerMessage, frozen=True, kw_only=True, tag="notices"):
    """What happened to seats: after `welcome` all that has happened, later each new notice.

    The server stores notices, so that those who come later learn of them too. At most the last 200 are sent.

    Example:
        {"type":"notices","notices":[{"kind":"taken_back","seat":1,"sentence":"Bob plays again.","time":1794757371090}]}
    """

    notices: list[NoticeLine]


class LessonMessage(_ServerMessage, frozen=True, kw_only=True, tag="lesson"):
    """What a lesson asks and how the step stands, sent whenever one of these fields changes.

    Example:
        {"type":"lesson","game":"trajan","lesson":"sowing","title":"Sowing","number":1,"lessons":7,"step":0,"steps":4,
        "goal":"Let the last marker end at Military.","status":"wrong","said":"Two markers go two trays.",
        "districts":["circle"],"next":"actions","next_title":"Six actions"}
    """

    game: str
    lesson: str
    title: str
    number: int
    """Which lesson of the game it is, from 1."""
    lessons: int
    """How many lessons the game has."""
    step: int
    """From 0."""
    steps: int
    goal: str
    """What is to be reached, in one sentence or two."""
    status: LessonStatus
    """`open` while the learner plays, `right` or `wrong` when the step has ended, `showing` while the server plays the
    answer, `shown` after that."""
    said: str
    """Why it was right or wrong; empty while the step goes on."""
    districts: list[str]
    """What of the board has been explained so far; empty for all of it."""
    next: str | UnsetType = UNSET
    """The lesson that follows, if there is one."""
    next_title: str | UnsetType = UNSET


class Done(_ServerMessage, frozen=True, kw_only=True, tag="done"):
    """A message with an `id` was carried out.

    Example:
        {"type":"done","id":7}
    """

    id: int


class Refused(_ServerMessage, frozen=True, kw_only=True, tag="refused"):
    """A message was refused, and nothing happened. Over HTTP the body of every refused request.

    Example:
        {"type":"refused","name":"Stale","sentence":"The table has moved on meanwhile. Look again, then decide.","id":7}
    """

    name: str
    """The stable name of the refusal."""
    sentence: str
    """The reason for people, in their language."""
    id: int | UnsetType = UNSET
    """The `id` of the refused message, if it has one that can be read."""


ServerMessage = (
    Welcome
    | Presence
    | LogUpdate
    | State
    | Look
    | Planned
    | Preview
    | Hint
    | Explain
    | Objection
    | Chat
    | Notices
    | LessonMessage
    | Done
    | Refused
)


class NewSeat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat of a table that is opened."""

    kind: Literal["me", "friend", "computer"]
    name: SeatName = SeatName("")
    agent: Word | UnsetType = UNSET
    """For a computer: the name of the program."""


class NewTimeControl(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long the people at a table may think. Time runs while a person decides, and only while the server does.

    `live`: up to an hour for each turn, and a bank of up to a day for the whole game. `days`: an hour to 30 days for
    each turn and no bank; players can have holidays.
    """

    kind: Literal["live", "days"]
    turn: Annotated[int, Meta(ge=0, le=MAX_TURN_SECONDS)]
    """Seconds for each series of decisions of a seat within one turn. What is not used does not accumulate."""
    bank: Annotated[int, Meta(ge=0, le=MAX_BANK_SECONDS)] = 0
    """Seconds more that each player has for the whole game."""
    agent: Word | UnsetType = UNSET
    """The program that plays a turn whose time is up; a usual level by default."""
    patience: Annotated[int, Meta(ge=1, le=MAX_PATIENCE)] = 3
    """After this many such turns in a row it takes the seat."""


class NewTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of `POST /api/tables`.

    Example:
        {"game":"trajan","seats":[{"kind":"me","name":"Ada"},{"kind":"friend"},{"kind":"computer","agent":"centurio"}],
        "settings":{"setup":"dealt"},"pace":0.9,"time":{"kind":"days","turn":86400}}
    """

    game: Word
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=MAX_SEATS)]
    settings: dict[Word, Word] = {}
    pace: Seconds = 0.9
    gathers: bool = False
    """Whether the game begins only when all friends have come, or when the creator says so (`begin`)."""
    time: NewTimeControl | UnsetType = UNSET
    """Left out, players may think for ever."""


class OpenedSeat(Struct, frozen=True, kw_only=True):
    """A seat of a table that was opened: one's own with its token, a friend's with an invitation."""

    seat: int
    kind: Literal["me", "friend", "computer"]
    token: str | UnsetType = UNSET
    """The token of one's own seat."""
    invitation: str | UnsetType = UNSET
    """The invitation to a friend's seat. It can be redeemed once."""
    link: str | UnsetType = UNSET
    """The address of the table with the secret behind `#`, so that it appears in no server log."""


class OpenedTable(Struct, frozen=True, kw_only=True):
    """The answer to `POST /api/tables`. Tokens and invitations are sent only once.

    Example:
        {"table":"WH62Zvbx7iIU","owner":"Zl1vWmGe9dBrXQtQ3sUnVqvzQxV6rrdp8KfJ2mX4yBs","link":"/table/WH62Zvbx7iIU",
        "seats":[{"seat":0,"kind":"me","token":"pJ8xCkDfYhw3bEVTr4FhxVGvIuJWJtpkvQ0aU1lT7dE",
        "link":"/table/WH62Zvbx7iIU#pJ8xCkDfYhw3bEVTr4FhxVGvIuJWJtpkvQ0aU1lT7dE"},
        {"seat":1,"kind":"friend","invitation":"c0YwR5zHn1sKq3vTgXb9uE7dLmA4jP2oWiF6rQxN8tI",
        "link":"/table/WH62Zvbx7iIU#invitation=c0YwR5zHn1sKq3vTgXb9uE7dLmA4jP2oWiF6rQxN8tI"},
        {"seat":2,"kind":"computer"}]}
    """

    table: str
    owner: str
    """Keep it: it opens the list of one's own games, and further tables of the same owner."""
    link: str
    seats: list[OpenedSeat]


class NewInvitation(Struct, frozen=True, kw_only=True):
    """The answer to `POST /api/tables/ID/seats/N/invitation`."""

    seat: int
    invitation: str
    link: str


class Redemption(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of `POST /api/tables/ID/redeem`: take the seat that an invitation leads to.

    Example:
        {"invitation":"c0YwR5zHn1sKq3vTgXb9uE7dLmA4jP2oWiF6rQxN8tI","name":"Bob"}
    """

    invitation: Token
    name: SeatName | UnsetType = UNSET
    """The name of the player. Empty or left out: the seat keeps the name that it has."""
    seat: Seat | UnsetType = UNSET
    """Another seat for people that nobody has taken. Its invitation then leads to the seat of this one."""


class PresentedInvitation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of `POST /api/tables/ID/invitation`: ask what an invitation leads to. It is not used up.

    Example:
        {"invitation":"c0YwR5zHn1sKq3vTgXb9uE7dLmA4jP2oWiF6rQxN8tI"}
    """

    invitation: Token


class InvitationInfo(Struct, frozen=True, kw_only=True):
    """The answer to `POST /api/tables/ID/invitation`."""

    table: str
    game: str
    title: str
    seat: int
    """The seat that the invitation leads to."""
    is_redeemed: bool
    """Whether the asking owner has redeemed this invitation before and holds the seat."""
    is_creator: bool
    """Whether the asking owner opened the table."""
    host: str | None
    """The name of the player who opened the table, null if that player has no seat."""
    is_gathering: bool
    seats: list[SeatInfo]


class RedeemedSeat(Struct, frozen=True, kw_only=True):
    """The answer to `POST /api/tables/ID/redeem` and `POST /api/tables/ID/link`.

    Example:
        {"table":"WH62Zvbx7iIU","seat":1,"owner":"Zl1vWmGe9dBrXQtQ3sUnVqvzQxV6rrdp8KfJ2mX4yBs",
        "token":"uE7dLmA4jP2oWiF6rQxN8tIc0YwR5zHn1sKq3vTgXb9"}
    """

    table: str
    seat: int
    owner: str
    """The owner token of the request, or a new one if it had none. Keep it: with `seat` it opens the seat again."""
    token: str | UnsetType = UNSET
    """The token of the seat; nobody else is sent it. Left out if this owner has redeemed the invitation before."""


class SettingValue(Struct, frozen=True, kw_only=True):
    """A value that an option of a game can have."""

    value: str
    words: str


class GameSetting(Struct, frozen=True, kw_only=True):
    """An option of a game."""

    name: str
    title: str
    kind: Literal["one_of", "some_seats"]
    default: str
    values: list[SettingValue]


class GameInfo(Struct, frozen=True, kw_only=True):
    """A game that can be played."""

    name: str
    title: str
    about: str
    """The game in one sentence; may be empty."""
    seats: list[int]
    """How many can play."""
    settings: list[GameSetting]
    has_lessons: bool
    """Whether the game can be learned here."""


class Games(Struct, frozen=True, kw_only=True):
    """The answer to `GET /api/games`."""

    games: list[GameInfo]
    agents: list[AgentInfo]
    usual_level: str


class LessonInfo(Struct, frozen=True, kw_only=True):
    """A lesson of a game."""

    lesson: str
    title: str
    steps: int
    table: NewTable | UnsetType = UNSET
    """For a lesson that is a real game: the table to open for it, with `POST /api/tables`."""


class Lessons(Struct, frozen=True, kw_only=True):
    """The answer to `GET /api/lessons/GAME`: the lessons of a game in their order."""

    lessons: list[LessonInfo]


class SummarySeat(Struct, frozen=True, kw_only=True):
    """A seat as the summary of a table lists it."""

    seat: int
    name: str
    kind: Literal["person", "computer"]
    agent: str | None
    for_people: bool


class TableSummary(Struct, frozen=True, kw_only=True):
    """The answer to `GET /api/tables/ID`: what anybody may know of a table."""

    table: str
    game: str
    title: str
    settings: list[SettingInfo]
    created: int
    """Milliseconds since 1970."""
    touched: int
    """When a player last acted, rounded down to a minute."""
    finished: int | None
    outcome: OutcomeInfo | None
    ended: OutcomeInfo | None
    """How the game stood when its players agreed to end it."""
    seats: list[SummarySeat]


class MyTable(TableSummary, frozen=True, kw_only=True):
    """A table among one's own games."""

    held: list[int]
    """The seats that the owner holds."""
    is_creator: bool
    seat: int | None
    """Who decides, null once the game is over."""
    is_mine: bool
    """Whether the owner holds that seat."""
    clock: ClockInfo | None
    """The time control, null if players may think for ever."""


class MyTables(Struct, frozen=True, kw_only=True):
    """The answer to `GET /api/my`."""

    games: list[MyTable]
    is_recoverable: bool
    """Whether another browser of the person, or a recovery code, brings the games back if this browser is lost."""


class NewHolidays(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of `PUT /api/holidays`: all holidays of a player from today on. Days that have begun stay.

    Example:
        {"days":["2026-12-24","2026-12-25"],"utc_offset":60}
    """

    days: Days
    utc_offset: Annotated[int, Meta(ge=-840, le=840)]
    """How many minutes the clocks where the player lives are ahead of UTC."""


class HolidayList(Struct, frozen=True, kw_only=True):
    """The answer to `GET /api/holidays` and `PUT /api/holidays`: the holidays of the owner who asks.

    In games over days the time of a player stands still on a holiday, and the others at the table are told.

    Example:
        {"days":["2026-12-24","2026-12-25"],"most":30}
    """

    days: list[str]
    """Past ones too: they count for their year."""
    most: int
    """How many holidays a year may have."""


class ScoreHistory(Struct, frozen=True, kw_only=True):
    """The answer to `GET /api/tables/ID/course`.

    Example:
        {"points":[[0,0,0],[2,0,0]],"marks":[{"position":0,"label":"Quarter I"}],"duration":"four quarters"}
    """

    points: list[tuple[int, ...]]
    """The points of all seats after every action."""
    marks: list[PhaseMark]
    duration: str
    """How long the whole game is, in words, such as "four quarters"; may be empty."""


class Thumbnail(Struct, frozen=True, kw_only=True):
    """The answer to `GET /api/tables/ID/glance/N`."""

    crumb: str
    picture: str


Box = tuple[float, float, float, float]
"""x, y, width and height."""


class Grid(Struct, frozen=True, kw_only=True):
    """Where the districts lie on a table."""

    slabs: list[Box]
    prompt: Box
    places: dict[str, Box]
    """The box of each district."""


class Boxes(Grid, frozen=True, kw_only=True):
    """Where everything lies on a table."""

    scores: Box
    log: Box


class Panel(Struct, frozen=True, kw_only=True):
    """A page of a small screen that shows some districts."""

    name: str
    title: str
    sign: str
    """The symbol of the panel."""
    districts: list[str]
    beside: list[str]
    """Districts of other panels that move to this one where a screen lies on its side."""


class BoardLayout(Boxes, frozen=True, kw_only=True):
    """The answer to `GET /api/layout/GAME/SEATS`: the boxes of a table of 1280 x 800."""

    wide: Boxes
    """The same for a table of 1422 x 800."""
    upright: Grid | None
    """The same for a table of 768 x 1024, without rivals, points and log; null if the game has none."""
    panels: list[Panel]
    hues: dict[str, str]
    """The colour of each source of points."""
    signs: dict[str, str]
    """The symbol of each source of points."""


class NetworkInfo(Struct, frozen=True, kw_only=True):
    """The answer to `GET /api/network` and `POST /api/network`: how other machines reach a server on this machine.

    Only a browser on the machine of the server is sent addresses. All others know the address that they use.

    Example:
        {"addresses":["http://192.168.1.20:8000"],"may_be_opened":false}
    """

    addresses: list[str]
    """Where other machines of the local network find the pages. Empty if only this machine can open them, or if the
    server is reached under a name."""
    may_be_opened: bool
    """Whether the creator of a table may let the local network in."""


class OpenNetwork(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of `POST /api/network`: let the local network in.

    Only the creator of a table may do that, in a browser on the machine of the server.

    Example:
        {"table":"WH62Zvbx7iIU"}
    """

    table: Token


class QrRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of `POST /api/qr`. The link is not in the address of the request, because it holds a secret.

    Example:
        {"text":"http://192.168.1.20:8000/table/WH62Zvbx7iIU"}
    """

    text: Link


class QrCode(Struct, frozen=True, kw_only=True):
    """The answer to `POST /api/qr`."""

    picture: str
    """SVG."""


class DeviceInfo(Struct, frozen=True, kw_only=True):
    """A browser in which the games of a person are."""

    since: int
    """Milliseconds since 1970."""
    is_this: bool
    """Whether it is the one that asks."""


class MyDevices(Struct, frozen=True, kw_only=True):
    """The answer to `GET /api/devices` and `POST /api/devices/sign-out`.

    Example:
        {"devices":[{"since":1794757371090,"is_this":true},{"since":1794843771090,"is_this":false}],"recovery":null}
    """

    devices: list[DeviceInfo]
    """The browsers of the person, the oldest first; empty if the one that asks is the only one and has no link yet."""
    recovery: int | None
    """When the recovery code was made that works now, in milliseconds since 1970."""


class NewDeviceLink(Struct, frozen=True, kw_only=True):
    """The answer to `POST /api/devices/link` and `POST /api/tables/ID/seats/N/link`.

    Example:
        {"link":"/#device=c0YwR5zHn1sKq3vTgXb9uE7dLmA4jP2oWiF6rQxN8tI","minutes":15}
    """

    link: str
    """The address with the secret behind `#`. It works once."""
    minutes: int
    """For so long."""


class SeatLinkRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of `POST /api/tables/ID/seats/N/link`: make a link with which another device plays the same seat.

    Example:
        {"token":"uE7dLmA4jP2oWiF6rQxN8tIc0YwR5zHn1sKq3vTgXb9"}
    """

    token: Token | UnsetType = UNSET
    """The token of the seat. It can be left out if the owner token belongs to who holds the seat."""


class RecoveryCode(Struct, frozen=True, kw_only=True):
    """The answer to `POST /api/devices/recovery`. The code is sent only once; an earlier one stops working.

    Example:
        {"code":"7KQ4-9XWM-2B0T-H5RC-VA3E"}
    """

    code: str


class OpenDeviceLink(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of `POST /api/devices/present`, `POST /api/devices/join` and `POST /api/tables/ID/link`.

    Example:
        {"code":"c0YwR5zHn1sKq3vTgXb9uE7dLmA4jP2oWiF6rQxN8tI"}
    """

    code: Code


class DeviceLinkInfo(Struct, frozen=True, kw_only=True):
    """The answer to `POST /api/devices/present`: what a link or a recovery code leads to. It is not used up.

    Example:
        {"kind":"games","name":"Ada","games":3,"own_games":1,"is_mine":false,"table":null,"title":null,"seat":null}
    """

    kind: Literal["games", "seat", "recovery"]
    name: str | None
    """The name of the player who made it, at the newest table or at this seat; null if there is none."""
    games: int
    """How many games the other person has; 0 for a seat."""
    own_games: int
    """How many games the asking browser has of its own. They come along."""
    is_mine: bool
    """Whether the asking browser belongs to the person already, or to who holds the seat."""
    table: str | None
    """The table of the seat, null for all games."""
    title: str | None
    seat: int | None


class JoinedGames(Struct, frozen=True, kw_only=True):
    """The answer to `POST /api/devices/join`: the owner token of the request opens all games of the person now.

    Example:
        {"owner":"Zl1vWmGe9dBrXQtQ3sUnVqvzQxV6rrdp8KfJ2mX4yBs","games":4}
    """

    owner: str
    """The owner token of the request, or a new one if it had none."""
    games: int
    """How many games are in the list now."""


class Health(Struct, frozen=True, kw_only=True):
    """The answer to `GET /health`."""

    health: Literal["fine", "failing"] = "fine"
    """`failing` if nothing can be stored; the status is then 503."""
    why: str | UnsetType = UNSET
    """Why not, in words."""


class Ready(Struct, frozen=True, kw_only=True):
    """The answer to `GET /ready`."""

    is_ready: bool
    """Whether players can be sent to this server; if not, the status is 503."""
    why: str | UnsetType = UNSET
    """Why nothing can be stored, in words."""
    preparing: dict[str, float]
    """How far the compilation of the search is, from 0 to 1, for each game that waits for it."""


HttpBody = (
    NewTable
    | OpenedTable
    | NewInvitation
    | Redemption
    | RedeemedSeat
    | PresentedInvitation
    | InvitationInfo
    | Games
    | Lessons
    | TableSummary
    | MyTables
    | NewHolidays
    | HolidayList
    | ScoreHistory
    | Thumbnail
    | BoardLayout
    | NetworkInfo
    | OpenNetwork
    | QrRequest
    | QrCode
    | MyDevices
    | NewDeviceLink
    | SeatLinkRequest
    | RecoveryCode
    | OpenDeviceLink
    | DeviceLinkInfo
    | JoinedGames
    | Health
    | Ready
)


def _encode_text(value: object) -> str:
    if isinstance(value, PlainText):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be sent")


_ENCODER = Encoder(enc_hook=_encode_text)


def encode(body: object) -> bytes:
    """Encode a message, another struct or a dataclass as JSON."""
    return _ENCODER.encode(body)
