"""Reasons for moves of Trajan: each kind is given where its condition holds, and not where it does not."""

import pytest

from tests.games.trajan.drawing import draw
from tests.support.reasons import Case, check, reasons_of
from ulpia.agents import Decision
from ulpia.agents.reasons import course
from ulpia.core.i18n import LANGUAGES
from ulpia.games.trajan.game import GAME
from ulpia.games.trajan.text.reasons import REASONS

PERFORM = "seats 2\npending: perform {}\n"
SEAPORT, FORUM, MILITARY = PERFORM.format("seaport"), PERFORM.format("forum"), PERFORM.format("military")
SENATE, TRAJAN, CONSTRUCTION = PERFORM.format("senate"), PERFORM.format("trajan"), PERFORM.format("construction")
TWO_BLUES = "seats 2\n0 trays: B / WB / O / P / G / Y\n"
"""Sowing the seaport ends at the forum (II), where a blue joins a blue."""

GIVEN = [
    Case(
        "fulfils",
        TWO_BLUES + "0 slots: - / legionnaires 0 / - / - / - / -",
        "sow seaport; fulfil",
        sentence="It fulfils the Trajan tile at II: 5 points and 1 legionnaire.",
    ),
    Case(
        "fulfils_for_points",
        TWO_BLUES + "0 slots: - / points 0 / - / - / - / -",
        "sow seaport; fulfil",
        sentence="It fulfils the Trajan tile at II for 9 points.",
    ),
    Case(
        "prepares",
        "seats 2\n0 trays: WB / Y / O / P / G / Y\n0 slots: - / legionnaires 1 / - / - / - / -",
        "sow seaport; lay blue",
        sentence="It brings yellow and blue together at II, as the Trajan tile there asks.",
    ),
    Case(
        "prepares_pair",
        "seats 2\n0 trays: WB / B / O / P / G / Y\n0 slots: - / cards 0 / - / - / - / -",
        "sow seaport; lay blue",
        sentence="It leaves two blue markers at II for the Trajan tile there.",
    ),
    Case(
        "in_reach",
        "seats 2\n0 trays: B / P / O / P / G / B\n0 slots: cards 0 / - / - / - / - / -",
        "sow forum; recruit",
        sentence="Next turn you can fulfil the tile at I by sowing Construction.",
    ),
    Case(
        "takes_trajan_tile",
        TRAJAN + "stack cards: 1",
        "tile cards",
        sentence="It brings a new Trajan tile to I: yellow and yellow for 3 points.",
    ),
    Case(
        "tile_is_ready",
        TRAJAN + "stack cards: 3",
        "tile cards",
        sentence="It brings a Trajan tile for 3 points to I, where both its markers already lie.",
    ),
    Case(
        "more_targets",
        "seats 2\n0 trays: W / W / W / - / W / W",
        "sow military",
        "sow seaport",
        "Your next sowing can then end in 5 different trays; after the next best move, in 3.",
    ),
    Case(
        "meets_demand",
        FORUM + "demands: bread, games\n0 tiles: games\nforum: bread",
        "take bread",
        sentence="It meets the demand for bread, which would cost 4 points.",
    ),
    Case(
        "keeps_demand",
        TWO_BLUES.replace("WB", "WP", 1).replace("B /", "P /", 1) + "0 slots: - / demands 0 / - / - / - / -",
        "sow seaport; fulfil",
        sentence="It meets the demand for bread in every quarter from now on.",
    ),
    Case(
        "may_be_demanded",
        FORUM + "demands: bread\nforum: games",
        "take games",
        sentence="This demand is not shown yet, but may still be in this quarter: games.",
    ),
    Case(
        "denies_demand",
        FORUM + "demands: bread\nforum: bread, games",
        "take bread",
        sentence="Others lack bread, and the forum has no second tile of it.",
    ),
    Case(
        "ends_quarter",
        "seats 2\ndemands: bread, games, religion\n0 tiles: bread, games\ntime: 10\nbonus: bread, games\n"
        "0 trays: WB / B / O / P / G / Y",
        "sow seaport; lay white; pass",
        sentence="It ends the quarter: unmet demands cost you 4 points, each of the others at least 15.",
    ),
    Case(
        "leaves_time",
        "seats 2\ndemands: bread, games, religion\ntime: 9\nbonus: bread, games\n0 trays: WWW / B / O / P / G / Y",
        "sow forum; pass",
        "sow seaport; pass",
        "It leaves you time: the next best move would end the quarter, and your unmet demands would cost 15 points.",
    ),
    Case(
        "repeats",
        "seats 2\n0 tiles: extra senate\nperformed: senate\npending: extra",
        "repeat senate; advance",
        sentence="An extra-action tile gives you the action Senate once more.",
    ),
    Case(
        "repeats_twice",
        "seats 2\n0 tiles: extra senate\n0 plus two: senate\nperformed: senate\npending: extra",
        "repeat senate; advance; advance",
        sentence="With your +2 marker an extra-action tile gives you the action Senate twice more.",
    ),
    Case(
        "grants",
        CONSTRUCTION + "a1: stairs 3\n0 workers: 1\nforum: bread",
        "build a1",
        sentence="Your first construction tile of this type grants the action Forum as well.",
    ),
    Case(
        "plus_two",
        "seats 2\n0 trays: P / WP / O / P / G / Y\n0 slots: - / plus two 0 / - / - / - / -",
        "sow seaport; fulfil; plus two senate",
        sentence="The +2 marker makes every extra action Senate count twice from now on.",
    ),
    Case(
        "extra_action_later",
        FORUM + "forum: extra senate",
        "take extra senate",
        sentence="The tile gives you the action Senate once more whenever you need it.",
    ),
    Case(
        "wild",
        FORUM + "forum: any commodity",
        "take any commodity",
        sentence="It can stand for whatever you need later: a wild for commodities.",
    ),
    Case(
        "sails",
        SEAPORT + "0 hand: wine, wine, fish",
        "ship equal wine; load wine; sail",
        sentence="The ship for equal cards brings 6 points.",
    ),
    Case(
        "sails_full",
        SEAPORT + "0 hand: wine, fish, gems, oils",
        "ship different wine; load fish; load gems; load oils",
        sentence="The ship for different cards brings 8 points, the most it can bring.",
    ),
    Case("more_cards", SEAPORT + "left: wine", "take left", sentence="Your hand grows by 1 card."),
    Case(
        "matches_hand",
        SEAPORT + "left: wine\n0 hand: wine",
        "take left",
        sentence="It is one more card of a good you already hold: wine.",
    ),
    Case(
        "occupies",
        MILITARY + "0 leader: belgica\n0 legionnaires: 1\n1 occupied: belgica",
        "occupy",
        sentence="Your legionnaire in Belgica scores 3 points, although others stand there.",
    ),
    Case(
        "occupies_alone",
        MILITARY + "0 leader: belgica\n0 legionnaires: 1",
        "occupy",
        sentence="Your legionnaire in Belgica scores 6 points; nobody else stands there yet.",
    ),
    Case("finds", MILITARY + "alpes: bread", "march alpes", sentence="In Alpes you find a tile: bread."),
    Case("advances", SENATE, "advance", sentence="The step in the senate scores 2 points."),
    Case("more_votes", SENATE, "advance", sentence="You have 2 votes more in the senate."),
    Case(
        "would_be_consul",
        SENATE,
        "advance",
        sentence="You would be consul now, with the first choice of the bonus tiles.",
    ),
    Case(
        "would_be_vice_consul",
        SENATE.replace("seats 2", "seats 3") + "1 senate: 4\n2 senate: 0",
        "advance",
        sentence="You would be vice consul now, and get a bonus tile.",
    ),
    Case(
        "builds",
        CONSTRUCTION + "a1: stairs 3\n0 workers: 1\n0 constructions: stairs 4",
        "build a1",
        sentence="The construction tile (stairs) scores 3 points.",
    ),
    Case(
        "completes_set",
        CONSTRUCTION + "a1: stairs 3\n0 workers: 1\n0 constructions: stairs 4, stairs 2",
        "build a1",
        sentence="Your set of construction tiles (stairs) is worth 10 points more at the end.",
    ),
    Case("more_workers", CONSTRUCTION, "hire", sentence="1 worker more in your camp."),
    Case("more_legionnaires", MILITARY, "recruit", sentence="1 legionnaire more in your camp."),
]

NOT_GIVEN = [
    Case("fulfils", TWO_BLUES + "0 slots: - / legionnaires 0 / - / - / - / -", "sow seaport; leave tile"),
    Case("fulfils_for_points", TWO_BLUES + "0 slots: - / points 0 / - / - / - / -", "sow seaport; leave tile"),
    Case(
        "prepares",
        "seats 2\n0 trays: WB / Y / O / P / G / Y\n0 slots: - / legionnaires 1 / - / - / - / -",
        "sow seaport; lay white",
    ),
    Case(
        "prepares_pair",  # two blues lie there already
        "seats 2\n0 trays: WB / BB / O / P / G / Y\n0 slots: - / cards 0 / - / - / - / -",
        "sow seaport; lay blue",
    ),
    Case(
        "in_reach",
        "seats 2\n0 trays: B / P / O / P / G / W\n0 slots: cards 0 / - / - / - / - / -",
        "sow forum; recruit",
    ),
    Case("takes_trajan_tile", TRAJAN + "stack cards: 3", "tile cards"),
    Case("tile_is_ready", TRAJAN + "stack cards: 1", "tile cards"),
    Case("more_targets", "seats 2\n0 trays: W / W / W / - / W / W", "sow seaport", "sow military"),
    Case("meets_demand", FORUM + "demands: bread\n0 tiles: bread\nforum: bread", "take bread"),
    Case("keeps_demand", TWO_BLUES + "0 slots: - / points 0 / - / - / - / -", "sow seaport; fulfil"),
    Case("may_be_demanded", FORUM + "demands: bread, bread, religion\nforum: games", "take games"),
    Case("denies_demand", FORUM + "demands: bread\nforum: bread, bread", "take bread"),
    Case("denies_demand", FORUM + "demands: bread\nforum: bread\n1 tiles: bread", "take bread"),
    Case(
        "ends_quarter",
        "seats 2\ndemands: bread, games, religion\n1 tiles: bread, games\n0 tiles: bread\ntime: 10\n"
        "bonus: bread, games\n0 trays: WB / B / O / P / G / Y",
        "sow seaport; lay white; pass",
    ),
    Case(
        "leaves_time",  # all demands are met
        "seats 2\ndemands: bread, games, religion\n0 tiles: bread, games, religion\ntime: 9\nbonus: bread, games\n"
        "0 trays: WWW / B / O / P / G / Y",
        "sow forum; pass",
        "sow seaport; pass",
    ),
    Case("repeats", "seats 2\n0 tiles: extra senate\nperformed: senate\npending: extra", "end turn"),
    Case(
        "repeats_twice",
        "seats 2\n0 tiles: extra senate\n0 plus two: forum\nperformed: senate\npending: extra",
        "repeat senate; advance",
    ),
    Case("grants", CONSTRUCTION + "a1: stairs 3\n0 workers: 1\n0 constructions: stairs 4\nforum: bread", "build a1"),
    Case(
        "plus_two",
        "seats 2\n0 trays: P / WP / O / P / G / Y\n0 slots: - / plus two 0 / - / - / - / -",
        "sow seaport; leave tile",
    ),
    Case("extra_action_later", FORUM + "forum: extra senate, bread", "take bread"),
    Case("wild", FORUM + "forum: any commodity, bread", "take bread"),
    Case("sails", SEAPORT + "0 hand: wine, fish, gems, oils", "ship different wine; load fish; load gems; load oils"),
    Case("sails_full", SEAPORT + "0 hand: wine, wine, fish", "ship equal wine; load wine; sail"),
    Case("more_cards", SEAPORT + "0 hand: wine, wine, fish", "ship equal wine; load wine; sail"),
    Case("matches_hand", SEAPORT + "left: wine\n0 hand: fish", "take left"),
    Case("occupies", MILITARY + "0 leader: belgica\n0 legionnaires: 1", "occupy"),
    Case("occupies_alone", MILITARY + "0 leader: belgica\n0 legionnaires: 1\n1 occupied: belgica", "occupy"),
    Case("finds", MILITARY + "alpes: bread", "march noricum"),
    Case("advances", SENATE, "pass"),
    Case("more_votes", SENATE, "pass"),
    Case("would_be_consul", SENATE + "1 senate: 5", "advance"),
    Case("would_be_vice_consul", SENATE.replace("seats 2", "seats 3") + "1 senate: 4\n2 senate: 4", "advance"),
    Case("builds", CONSTRUCTION + "0 workers: 1", "build a1"),
    Case("completes_set", CONSTRUCTION + "a1: stairs 3\n0 workers: 1\n0 constructions: stairs 4", "build a1"),
    Case("more_workers", CONSTRUCTION, "pass"),
    Case("more_legionnaires", MILITARY, "pass"),
]


def named(case: Case) -> str:
    return case.kind


@pytest.mark.parametrize("case", GIVEN, ids=named)
def test_a_reason_is_given_where_its_condition_holds(case: Case) -> None:
    assert case.sentence
    check(case, draw)


@pytest.mark.parametrize("case", NOT_GIVEN, ids=named)
def test_a_reason_is_not_given_where_its_condition_fails(case: Case) -> None:
    check(case, draw)


def test_every_kind_has_both_tests_and_a_sentence() -> None:
    for cases in (GIVEN, NOT_GIVEN):
        assert {case.kind for case in cases} == set(REASONS.finders)
    for language in LANGUAGES:
        assert set(GAME.texts.find(language, "reasons")) == set(REASONS.finders)


def test_what_is_drawn_is_no_reason() -> None:
    """T-111: two cards come from the hidden pile; how many is known, and nothing else."""
    table = draw(SEAPORT + "0 hand: wine")
    assert [reason.kind for reason in reasons_of(table, "draw two; discard wine left")] == ["more_cards"]


def test_the_most_important_reason_comes_first_and_what_holds_for_both_moves_last() -> None:
    """With extra actions both moves of the senate score; only one of them meets the demand too."""
    table = draw(FORUM + "demands: bread\n0 tiles: games\nforum: bread, games, extra senate")
    kinds = [reason.kind for reason in reasons_of(table, "take bread", "take extra senate")]
    assert kinds == ["meets_demand", "denies_demand"]


def test_a_sowing_says_which_marker_goes_where() -> None:
    """T-10: also the markers that are laid without a choice."""
    table = draw("seats 2\n0 trays: WB / B / O / P / G / Y")
    decision = Decision(table.match)
    actions = [GAME.actions[number] for number in (table.match.legal("sow seaport").number,)]
    lay = next(action for action in GAME.actions if str(action) == "lay blue")
    sowing = course(decision, [*actions, lay], 0)
    assert GAME.say_gesture(sowing, "en") == "Lay them in this order: blue into Forum, white into Military."
    assert GAME.say_gesture(sowing, "de") == "Lege sie so: Blau in Forum, Weiß in Militär."
    one = course(decision, [table.match.legal("sow forum")], 0)
    assert GAME.say_gesture(one, "en") == ""
