"""Reasons for moves of Forum Trajanum: each kind is given where its condition holds, and not where it does not."""

import pytest

from tests.games.forum_trajanum.drawing import draw
from tests.support.reasons import Case, check, reasons_of
from ulpia.agents import Budget, Decision
from ulpia.agents.advice import advise, reasons
from ulpia.core.i18n import LANGUAGES
from ulpia.games.forum_trajanum.game import GAME
from ulpia.games.forum_trajanum.text.reasons import REASONS

COLONIA = "{} / {} / ####T# / #T#### / ###T## / O####O\n"
FULL = COLONIA.format("O####O", "##T###")
TAKE = f"seats 2\n1 colonia: {FULL}pending: take\n"
ROW_2 = f"{TAKE}streets: row 2, row 3\n"
FROM_ROW_2 = f"{ROW_2}0 colonia: {FULL}"
ROW_1 = f"{TAKE}streets: row 1, row 1\n0 colonia: {FULL}"
TAKE_BOTH = "take a1 first; take f1 second; keep "
PATRICIANS = "citizens: patrician 1, patrician 1, patrician 2, patrician 2"

TURN = "seats 2\n1 resources: red\n"
"""When the turn of seat 0 is over, seat 1 has something to build."""
USE = f"{TURN}1 passed: green green\npending: use\n0 own: "
MONEY, UPGRADES = f"{USE}money money\n", f"{USE}upgrade upgrade\n"
ENVOY = f"{TURN}0 ship: 3\npending: envoy blue\n"
BUILD = f"{TURN}pending: build\n"
GREY = f"{BUILD}0 resources: builder\n"
COLUMN = "build column; place b1"
BASILICA = "build basilica; place b1"
WITH_GREY = "0 colonia: {} / ..T... / ....T. / .T.... / ...T.. / ......\n"
PAY = f"seats 2\n1 colonia: {FULL}0 citizens: patrician 1\n0 resources: money\npending: paying\n"

GIVEN = [
    Case(
        "open_citizen",
        ROW_1 + "0 open: a1 patrician",
        "take a1 first",
        sentence="On a1 lies a patrician, openly, and you have a space for this citizen.",
    ),
    Case(
        "open_tile",
        ROW_1 + "0 open: a1 money money",
        "take a1 first",
        sentence="You know what you take: a1 shows 2 money.",
    ),
    Case(
        "opens_crane",
        ROW_1.replace("O####O / ##T###", "Ob###O / ##T###"),
        "take a1 first",
        sentence="It opens the blue crane, which then scores 3 points for what you have built.",
    ),
    Case(
        "clears_row",
        FROM_ROW_2 + "0 citizens: patrician 2",
        "take a2 first",
        sentence="It clears a2; in this row each kind of grey building counts 2 points.",
    ),
    Case(
        "room_for_double",
        FROM_ROW_2.replace("##T###", ".#T###"),
        "take b2 first",
        sentence="It clears b2: together with a2 that is room for a double tile.",
    ),
    Case(
        "first_room",
        FROM_ROW_2,
        "take b2 first",
        sentence="It clears b2; so far you have no square to build on.",
    ),
    Case(
        "saves_tribune",
        FROM_ROW_2 + "0 resources: tribune",
        "take b2 first",
        "take a4 first tribune",
        "It costs no tribune, unlike the next best move.",
    ),
    Case(
        "saves_tribune",  # the street is empty
        TAKE
        + "streets: row 2, row 2\n0 colonia: O####O / ..T... / ####T# / #T#### / ###T## / O####O\n0 resources: tribune",
        "take nothing first",
        "take a4 first tribune",
        "It costs no tribune, unlike the next best move.",
    ),
    Case(
        "keeps_citizen",
        ROW_1 + "0 open: a1 patrician, f1 money money",
        TAKE_BOTH + "patrician",
        sentence="You keep a patrician and have a space for this citizen.",
    ),
    Case(
        "keeps_lacking",
        ROW_1 + "0 open: a1 money money, f1 red red",
        TAKE_BOTH + "money money",
        sentence="The tile you keep shows what you do not have: 1 money.",
    ),
    Case(
        "keeps_for_card",
        ROW_1 + "card: 0\n0 open: a1 money money, f1 red red",
        TAKE_BOTH + "money money",
        sentence="The tile you keep shows what the Trajan card asks for: 1 money.",
    ),
    Case(
        "keeps_grey",
        ROW_1 + "0 open: a1 money money, f1 red red",
        TAKE_BOTH + "red red",
        sentence="The tile you keep can pay for a grey building.",
    ),
    Case(
        "keeps_upgrade",
        ROW_1 + "0 open: a1 upgrade upgrade, f1 red red",
        TAKE_BOTH + "upgrade upgrade",
        sentence="The tile you keep can move your slider forward.",
    ),
    Case(
        "passes_useless",
        f"{ROW_1}0 open: a1 patrician, f1 red red\n1 {PATRICIANS}",
        TAKE_BOTH + "red red",
        sentence="Your right neighbour has no space for what you pass on: a patrician.",
    ),
    Case(
        "new_ability",
        USE + "patrician",
        "use own; lay patrician 2",
        sentence="The row patrician II becomes active: two different area bonuses instead of one.",
    ),
    Case(
        "row_bonus",
        USE + "craftsman\n0 citizens: craftsman 2",
        "use own; lay craftsman 2",
        sentence="The second citizen of the row craftsman II brings a bonus: 1 builder.",
    ),
    Case(
        "citizens_multiply",
        USE + "patrician\n" + WITH_GREY.format(".LB..."),
        "use own; lay patrician 1",
        sentence="The grey buildings in row 1 score 2 points more, as one more citizen is active there.",
    ),
    Case(
        "uses_both",
        MONEY + "1 passed: blue tribune\n0 resources: tribune 2",
        "use both; use own",
        sentence="For 2 tribunes you use both tiles in this turn.",
    ),
    Case("gets_lacking", MONEY, "use own", sentence="It brings what you did not have: 1 money."),
    Case(
        "builds_with_it",
        USE + "builder money",
        f"use own; {COLUMN}",
        sentence="It brings what you build with in the same turn: 1 builder.",
    ),
    Case(
        "money_for_rows",
        MONEY + "0 citizens: patrician 2, merchant 1\n0 resources: money",
        "use own",
        sentence="Now your money is enough to keep all your citizens active at the end of the cycle.",
    ),
    Case(
        "two_tribunes",
        USE + "tribune money\n0 resources: tribune",
        "use own",
        sentence="Now you have the 2 tribunes that using both tiles in one turn costs.",
    ),
    Case(
        "envoy_waits",
        MONEY,
        "use own",
        sentence="Now an envoy waits on your ship, ready for your next coloured structure.",
    ),
    Case(
        "builds_task",
        GREY + "card: 2\n" + WITH_GREY.format(".L...."),
        "build basilica; place b2",
        sentence="Your buildings fulfil the Trajan card (two different grey buildings, vertically): "
        "3 points at the end of the cycle.",
    ),
    Case(
        "collects_task",
        MONEY + "card: 0\n0 resources: tribune",
        "use own",
        sentence="You have what the Trajan card asks for (tribune + money): 3 points, "
        "if you keep it until the scoring.",
    ),
    Case(
        "keeps_task",
        BUILD + "card: 3\n0 resources: builder, blue, assistant",
        "end turn",
        COLUMN,
        "You keep what the Trajan card asks for; after the next best move it would score 3 points less.",
    ),
    Case(
        "better_tasks",
        UPGRADES + "card: 0",
        "use own",
        sentence="With the slider there, a fulfilled task scores 5 instead of 3 points.",
    ),
    Case(
        "better_group",
        UPGRADES + "forum: BBBB\nenvoys: 0 a1 b1 c1",
        "use own",
        sentence="Your slider makes your group of 3 envoys worth 2 points more.",
    ),
    Case(
        "larger_group",
        ENVOY + "forum: BBBBBB\nenvoys: 0 a1 b1 c1",
        "envoy d1",
        sentence="Your largest group grows to 4 envoys and scores 1 point more.",
    ),
    Case(
        "group_in_reach",
        ENVOY + "forum: BBBBBB\nenvoys: 0 a1",
        "envoy b1",
        sentence="Your largest group grows to 2 envoys; from 4 on it scores.",
    ),
    Case(
        "on_eagle",
        ENVOY.replace("blue", "eagle") + "forum: BBE",
        "envoy c1",
        sentence="The envoy on the eagle c1 brings 2 points in every scoring.",
    ),
    Case(
        "beside_eagle",
        ENVOY + "forum: BBE",
        "envoy b1",
        sentence="On b1 the envoy stands beside an eagle: 1 point in every scoring.",
    ),
    Case(
        "eagles_diagonally",
        USE + "patrician\nforum: BB / BE\nenvoys: 0 a1",
        "use own; lay patrician 1",
        sentence="Now eagles count diagonally too: 1 point more for your envoys.",
    ),
    Case(
        "completes_area",
        ENVOY + "forum: BGG",
        "envoy a1",
        sentence="Your envoy fills an area (blue) and earns an area bonus.",
    ),
    Case(
        "denies_area",
        ENVOY + "forum: BBG\nenvoys: 1 a1\n1 ship: 1",
        "envoy b1",
        sentence="Others have envoys waiting and can no longer take the bonus of this area.",
    ),
    Case(
        "bonus_points",
        ENVOY + "forum: BGG",
        "envoy a1; gain points",
        sentence="The area bonus brings 2 points at once.",
    ),
    Case(
        "column_scores",
        GREY + "0 citizens: patrician 2",
        COLUMN,
        sentence="The column brings 4 points at once.",
    ),
    Case(
        "marker_scores",
        GREY + "0 tracks: basilica 3",
        f"{BASILICA}; premium two assistants",
        sentence="Your marker (basilica) goes beside Trajan's Column and brings 3 points at once.",
    ),
    Case("premium", GREY, BASILICA, sentence="The building brings a premium: 2 assistants."),
    Case(
        "one_more_tile",
        f"{GREY}0 tracks: library 3\n" + WITH_GREY.format("##...."),
        "build library; place c1; premium library tile; uncover b1",
        sentence="You take and use one more tile of your colonia, from b1.",
    ),
    Case(
        "builds_again",
        f"{BUILD}0 resources: builder 2\n0 tracks: basilica 3",
        f"{BASILICA}; premium one more building; build column; place c1",
        sentence="A premium lets you build once more in the same turn.",
    ),
    Case(
        "new_grey",
        GREY + WITH_GREY.format(".L...."),
        "build column; place c1",
        sentence="A new kind of grey building in row 1: 1 point in every scoring, more with active citizens.",
    ),
    Case(
        "new_grey_with_citizens",
        GREY + "0 citizens: patrician 1, patrician 1",
        COLUMN,
        sentence="A new kind of grey building in row 1: 3 points in a scoring, while its citizens are active.",
    ),
    Case(
        "crane_scores",
        BUILD + "0 resources: blue",
        "build blue; place b1",
        sentence="It brings 3 points more for the blue crane, which is open.",
    ),
    Case(
        "crane_later",
        BUILD + "0 resources: blue\n" + WITH_GREY.format("O....."),
        "build blue; place b1",
        sentence="It is one structure more for the blue crane, once that is open.",
    ),
    Case(
        "more_left",
        BUILD + "0 resources: builder, blue 2",
        f"{COLUMN}; pay builder",
        f"{COLUMN}; pay two blue",
        "It leaves you more resources: 2; the next best move would leave 1.",
    ),
    Case(
        "row_scores",
        PAY + WITH_GREY.format(".LL.B."),
        "pay patrician 1",
        sentence="Paying brings 2 points in this scoring: the citizens of the row patrician I multiply your grey "
        "buildings.",
    ),
    Case(
        "ability_stays",
        PAY + "cycle: 2",
        "pay patrician 1",
        sentence="The row patrician I stays active in the next cycle: envoys may begin new areas, eagles count "
        "diagonally too.",
    ),
    Case(
        "row_without_grey",
        PAY + WITH_GREY.format(".b...."),
        "leave patrician 1",
        sentence="In the street of the row patrician I no grey building would count; you save the money.",
    ),
]

NOT_GIVEN = [
    Case("open_citizen", f"{ROW_1}0 open: a1 patrician\n0 {PATRICIANS}", "take a1 first"),
    Case("open_citizen", ROW_1 + "0 open: a1 patrician, f1 red red", TAKE_BOTH + "red red"),  # it is passed on
    Case("open_tile", ROW_1 + "0 open: a1 patrician", "take a1 first"),
    Case("open_tile", ROW_1, "take b1 first"),  # face down
    Case("opens_crane", ROW_1.replace("O####O / ##T###", "Or###O / ##T###"), "take a1 first"),
    Case("clears_row", FROM_ROW_2 + "0 citizens: patrician 2\n0 inactive: patrician 2", "take a2 first"),
    Case(
        "clears_row",  # all four kinds stand there
        FROM_ROW_2.replace("##T###", "#LTBMC") + "0 citizens: patrician 2",
        "take a2 first",
    ),
    Case("room_for_double", FROM_ROW_2, "take b2 first"),
    Case("first_room", FROM_ROW_2.replace("##T###", ".#T###"), "take b2 first"),
    Case("saves_tribune", FROM_ROW_2 + "0 resources: tribune", "take b2 first", "take a2 first"),
    Case("saves_tribune", FROM_ROW_2 + "0 resources: tribune", "take a4 first tribune", "take f4 first tribune"),
    Case("keeps_citizen", ROW_1 + "0 open: a1 patrician, f1 red red", TAKE_BOTH + "red red"),
    Case("keeps_citizen", f"{ROW_1}0 open: a1 patrician, f1 red red\n0 {PATRICIANS}", TAKE_BOTH + "patrician"),
    Case(
        "keeps_lacking",
        ROW_1 + "0 open: a1 money money, f1 red red\n0 resources: money",
        TAKE_BOTH + "money money",
    ),
    Case("keeps_for_card", ROW_1 + "card: 3\n0 open: a1 money money, f1 red red", TAKE_BOTH + "money money"),
    Case("keeps_for_card", ROW_1 + "0 open: a1 money money, f1 red red", TAKE_BOTH + "money money"),
    Case("keeps_grey", ROW_1 + "0 open: a1 red assistant, f1 red red", TAKE_BOTH + "red assistant"),
    Case("keeps_upgrade", ROW_1 + "0 open: a1 upgrade upgrade, f1 red red\n0 slider: 6", TAKE_BOTH + "upgrade upgrade"),
    Case("passes_useless", ROW_1 + "0 open: a1 patrician, f1 red red", TAKE_BOTH + "red red"),
    Case("new_ability", USE + "patrician\n0 citizens: patrician 2", "use own; lay patrician 2"),
    Case("row_bonus", USE + "craftsman\n0 citizens: craftsman 2", "use own; lay craftsman 1"),
    Case("row_bonus", USE + "patrician\n0 citizens: patrician 1", "use own; lay patrician 1"),  # no envoy to send
    Case("citizens_multiply", USE + "patrician\n" + WITH_GREY.format(".LB..."), "use own; lay patrician 2"),
    Case("uses_both", MONEY + "1 passed: blue tribune\n0 resources: tribune 2", "use own"),
    Case("gets_lacking", MONEY + "0 resources: money", "use own"),
    Case("gets_lacking", USE + "builder money\n0 resources: money", f"use own; {COLUMN}"),  # it does not stay
    Case("builds_with_it", USE + "builder money\n0 resources: builder", f"use own; {COLUMN}"),
    Case("money_for_rows", MONEY + "0 citizens: patrician 2, merchant 1\n0 resources: money 2", "use own"),
    Case("money_for_rows", MONEY + "0 citizens: patrician 1, patrician 2, merchant 1", "use own"),
    Case("two_tribunes", USE + "tribune money\n0 resources: tribune 2", "use own"),
    Case("envoy_waits", MONEY + "0 ship: 1", "use own"),
    Case("builds_task", GREY + "card: 2\n" + WITH_GREY.format(".L...."), "build basilica; place c1"),
    Case("collects_task", MONEY + "card: 0", "use own"),
    Case("keeps_task", BUILD + "card: 3\n0 resources: builder 2, blue, assistant", "end turn", COLUMN),
    Case("keeps_task", BUILD + "card: 3\n0 resources: builder, blue, assistant", COLUMN, "end turn"),
    Case("better_tasks", UPGRADES, "use own"),
    Case("better_tasks", USE + "upgrade money\ncard: 0", "use own"),
    Case("better_group", UPGRADES + "forum: BBBB\nenvoys: 0 a1", "use own"),
    Case("larger_group", ENVOY + "forum: BBBBBB\nenvoys: 0 a1 b1 c1", "envoy f1"),
    Case("group_in_reach", ENVOY + "forum: BBBBBB\nenvoys: 0 a1 b1 c1", "envoy d1"),
    Case("group_in_reach", ENVOY + "forum: BBBBBB\nenvoys: 0 a1", "envoy c1"),
    Case("on_eagle", ENVOY + "forum: BBE", "envoy b1"),
    Case("beside_eagle", ENVOY + "forum: BBE", "envoy a1"),
    Case("beside_eagle", ENVOY + "forum: BB / BE\n0 citizens: patrician 1", "envoy a1"),  # only as long as he is active
    Case("eagles_diagonally", USE + "patrician\nforum: BB / BE\nenvoys: 0 a1", "use own; lay patrician 2"),
    Case("eagles_diagonally", USE + "patrician\nforum: BE\nenvoys: 0 a1", "use own; lay patrician 1"),
    Case("completes_area", ENVOY + "forum: BBG", "envoy a1"),
    Case("denies_area", ENVOY + "forum: BBG\nenvoys: 1 a1", "envoy b1"),
    Case("denies_area", ENVOY + "forum: BGG\n1 ship: 1", "envoy a1"),  # nobody had begun it
    Case("bonus_points", ENVOY + "forum: BGG", "envoy a1; gain money"),
    Case("column_scores", GREY, BASILICA),
    Case("marker_scores", GREY + "0 tracks: basilica 2", f"{BASILICA}; premium two assistants"),
    Case("premium", GREY + "0 tracks: basilica 2", f"{BASILICA}; premium an upgrade"),
    Case(
        "one_more_tile",
        f"{GREY}0 tracks: library 3\n" + WITH_GREY.format("##...."),
        "build library; place c1; premium a builder",
    ),
    Case(
        "builds_again",
        f"{BUILD}0 resources: builder 2\n0 tracks: basilica 3",
        f"{BASILICA}; premium one more building; decline",
    ),
    Case("new_grey", GREY + WITH_GREY.format(".C...."), "build column; place c1"),
    Case("new_grey", GREY + "0 citizens: patrician 1", COLUMN),
    Case("new_grey_with_citizens", GREY + "0 citizens: patrician 1\n0 inactive: patrician 1", COLUMN),
    Case("crane_scores", BUILD + "0 resources: blue\n" + WITH_GREY.format("O....."), "build blue; place b1"),
    Case("crane_scores", BUILD + "0 resources: blue\n0 scored: a1", "build blue; place b1"),
    Case("crane_later", BUILD + "0 resources: blue", "build blue; place b1"),
    Case("more_left", BUILD + "0 resources: builder, blue 2", f"{COLUMN}; pay two blue", f"{COLUMN}; pay builder"),
    Case("more_left", BUILD + "0 resources: builder", "end turn", COLUMN),  # less is built, that is why
    Case("row_scores", PAY, "pay patrician 1"),
    Case("row_scores", PAY + WITH_GREY.format(".LL.B."), "leave patrician 1"),
    Case("ability_stays", PAY + "cycle: 3", "pay patrician 1"),
    Case("row_without_grey", PAY + WITH_GREY.format(".L...."), "leave patrician 1"),
    Case("row_without_grey", PAY, "pay patrician 1"),
]


def named(case: Case) -> str:
    return case.kind


@pytest.mark.parametrize("case", GIVEN, ids=named)
def test_a_reason_is_given_where_its_condition_holds(case: Case) -> None:
    assert case.sentence
    check(case, draw)


@pytest.mark.parametrize("case", NOT_GIVEN, ids=named)
def test_a_reason_is_not_given_where_its_condition_fails(case: Case) -> None:
    """The positions are those above, with one thing changed; the actions are possible there."""
    check(case, draw)


def test_every_kind_has_both_tests_and_a_sentence() -> None:
    for cases in (GIVEN, NOT_GIVEN):
        assert {case.kind for case in cases} == set(REASONS.finders)
    for language in LANGUAGES:
        assert set(GAME.texts.find(language, "reasons")) == set(REASONS.finders)


def test_what_lies_face_down_is_no_reason() -> None:
    """F-90: the tile may bring what is lacking, and nobody knows."""
    table = draw(FROM_ROW_2 + "card: 0")
    assert [reason.kind for reason in reasons_of(table, "take a2 first; take a3 second")] == ["first_room"]


def test_the_most_important_reason_comes_first_and_what_holds_for_both_moves_last() -> None:
    """Both places give a new kind of grey building and the same premium; only one of them fulfils the card."""
    table = draw(GREY + "card: 2\n" + WITH_GREY.format(".L...."))
    kinds = [reason.kind for reason in reasons_of(table, "build basilica; place b2", "build basilica; place d3")]
    assert kinds == ["builds_task", "new_grey", "premium", "gets_lacking"]


def test_points_come_before_little_things() -> None:
    """F-71, F-72: what scores in all three scorings weighs more than a resource."""
    table = draw(GREY + "0 citizens: patrician 1, patrician 1")
    kinds = [reason.kind for reason in reasons_of(table, BASILICA)]
    assert kinds == ["new_grey_with_citizens", "premium", "gets_lacking"]


@pytest.mark.usefixtures("thinking")
def test_a_hint_gives_reasons() -> None:
    """The last turn of all: only the third premium of the library wins, with an envoy on the eagle."""
    table = draw("""
        seats 2
        round: 12
        forum: BBBBBBE / GGGGGGG
        envoys: 0 a1 b1 c1 d1 e1 f1
        0 ship: 1
        0 tracks: library 2
        0 resources: builder
        0 slider: 4
        1 points: 10
        1 citizens: patrician 1
        1 resources: money
        pending: build
    """)
    decision = Decision(table.match)
    advice = advise(decision, 1, Budget(simulations=300))
    assert str(advice.action) == "build library"
    said = reasons(advice, decision, "en")
    assert said[:2] == [
        "The envoy on the eagle g1 brings 2 points in every scoring.",
        "Your largest group grows to 7 envoys and scores 1 point more.",
    ]
    assert said[2].startswith("A new kind of grey building in row ")


def test_what_comes_too_late_to_be_used_is_said_last() -> None:
    """In the last round a premium of resources is worth less than a point."""
    for number, kinds in ((11, ["premium", "gets_lacking", "new_grey"]), (12, ["new_grey", "premium", "gets_lacking"])):
        table = draw(f"{GREY}round: {number}\n1 colonia: {FULL}")
        assert [reason.kind for reason in reasons_of(table, BASILICA)] == kinds
