"""Bruises: the three sources, the damage table line by line, penalties, accidents, exact odds."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from game.checked import load_toml, parse_toml
from game.errors import DataError
from game.paths import assets
from game.rules.actions import Accident, Attack, GmInjure, GmMend, Manoeuvre, Ruling, SneakAttack
from game.rules.attack import AttackSheet, attack_sheet
from game.rules.bruises import bruise
from game.rules.checks import Cup
from game.rules.conditions import changes
from game.rules.dice import ScriptedDice
from game.rules.engine import legal_actions
from game.rules.events import AccidentFeared, AccidentJudged, Bruised, Damaged, Out, Unbruised
from game.rules.harm import heal
from game.rules.history import Game
from game.rules.injuries import LEVELS, Injury
from game.rules.manoeuvres import manoeuvre_sheet
from game.rules.nonlethal import BruiseSheet, check_nonlethal, nonlethal, repertoire_of
from game.rules.odds import odds
from game.rules.resolve import roll_attack
from game.rules.sheet import DamageResponse
from game.rules.trials import attribute_sheet
from tests.rules.arena import amounts, do, fight, fighter, reason


def brawl(*fighters, **settings):
    """A fight with the module on; a and b when nobody is named."""
    some = fighters or (fighter("a", "red", (3, 3), pv=20), fighter("b", "blue", (4, 3), pv=20))
    return fight(*some, **settings).but(nonlethal="bruises")


def of(events, kind):
    return [each for each in events if isinstance(each, kind)]


# --- sources ---------------------------------------------------------------------------------------------------------


def test_three_kinds_of_attack_give_bruises():
    # rule: NLT-1
    start = brawl(fighter("a", "red", (3, 3), weapons=("sword", "wooden-sword"), hands=("sword", "wooden-sword")),
                  fighter("b", "blue", (4, 3)))
    kinds = {}
    for action in (Attack("a", "b"), Attack("a", "b", "sword", nonlethal=True), Attack("a", "b", "wooden-sword"),
                   Attack("a", "b", "sword")):
        made = attack_sheet(start, action)
        kinds[action.weapon, action.nonlethal] = (made.bruise.source if made.bruise else None,
                                                  amounts(made).get("NLT-1", 0), bool(made.damage))
    assert kinds == {("", False): ("unarmed", 0, False), ("sword", True): ("declared", -3, False),
                     ("wooden-sword", False): ("practice", 0, False), ("sword", False): (None, 0, True)}


def test_without_the_module_nothing_gives_bruises():
    # rule: NLT-1
    start = fight(fighter("a", "red", (3, 3), weapons=("sword", "wooden-sword"), hands=("sword", "wooden-sword")),
                  fighter("b", "blue", (4, 3)))
    assert all(attack_sheet(start, Attack("a", "b", each)).bruise is None for each in ("", "sword", "wooden-sword"))
    assert reason(start, Attack("a", "b", "sword", nonlethal=True)) == "this fight has no bruises"
    assert reason(start, GmInjure("a", "light")) == "this fight has no bruises"
    assert "nonlethal" in repertoire_of(start)
    assert "nonlethal" not in repertoire_of(brawl())


def test_a_bruise_takes_no_pv_and_a_wounding_blow_gives_no_bruise():
    # rule: NLT-2
    state, events = do(brawl(), Attack("a", "b"), dice=(7, 3))
    assert (state["b"].pv, [each.level for each in state["b"].bruises]) == (20, ["light"])
    assert not of(events, Damaged)
    state, events = do(brawl(), Attack("a", "b", "sword"), dice=(7, 3))
    assert state["b"].bruises == ()
    assert of(events, Damaged)


def test_a_sneak_attack_may_be_declared_non_lethal():
    # rule: NLT-1 SIT-1
    start = brawl()
    start = start.but(turn=start.turn.but(unseen=("b",)))
    listed = [each.nonlethal for each in legal_actions(start)
              if isinstance(each, SneakAttack) and each.weapon == "sword"]
    assert listed == [False, True]
    state, _ = do(start, SneakAttack("a", "b", "sword", nonlethal=True), dice=(8, 7, 3))
    assert len(state["b"].bruises) == 1


# --- the table -------------------------------------------------------------------------------------------------------

TABLE = [(0, None), (1, "light"), (5, "light"), (6, "medium"), (10, "medium"), (11, "grave"), (15, "grave"),
         (16, "incapacitated"), (20, "incapacitated"), (21, "fatal"), (60, "fatal")]


@pytest.mark.parametrize(("total", "level"), TABLE)
def test_each_line_of_the_table_for_a_medium_target(total, level):
    # rule: NLT-2
    made = BruiseSheet("unarmed", 0, 0, 0, nonlethal().widths["medium"])
    assert made.level(total) == level


@pytest.mark.parametrize(("size", "last"), [
    ("mini", 3), ("small", 4), ("medium", 5), ("normal", 6), ("large", 7), ("giant", 8), ("colossal", 9),
])
def test_each_size_has_a_width_of_its_own(size, last):
    # rule: NLT-2
    start = brawl(fighter("a", "red", (3, 3)), fighter("b", "blue", (4, 3), size=size))
    made = attack_sheet(start, Attack("a", "b")).bruise
    assert [made.level(n * last) for n in range(1, 6)] == [*LEVELS[:4], "fatal"]
    assert [made.level(n * last + 1) for n in range(5)] == list(LEVELS)


def test_the_total_is_strength_and_weapon_and_advantage_less_the_soak():
    # rule: NLT-2
    start = brawl(fighter("a", "red", (3, 3), strength=(12, 8), weapons=("practice-spear",)),
                  fighter("b", "blue", (4, 3), resistance=(11, 8), reduction=1))
    made = attack_sheet(start, Attack("a", "b", "practice-spear")).bruise
    assert (made.strength, made.weapon, made.soak) == (2, 1, 2 + 1)
    _, events = do(start, Attack("a", "b", "practice-spear"), dice=(7, 3))
    (bruised,) = of(events, Bruised)
    assert (bruised.advantage, bruised.injury.total, bruised.injury.level) == (4, 2 + 1 + 4 - 3, "light")
    assert (bruised.injury.source, bruised.injury.cause, bruised.injury.round) == ("a", "Practice spear", 1)
    whole = start.but(settings=brawl(bruise_numbers="value").settings)
    made = attack_sheet(whole, Attack("a", "b", "practice-spear")).bruise
    assert (made.strength, made.soak) == (12, 12)


def test_a_trained_fist_is_a_weapon_and_a_soak_may_take_it_all():
    # rule: NLT-2
    start = brawl(fighter("a", "red", (3, 3), traits=("brawler",)), fighter("b", "blue", (4, 3), reduction=9))
    assert attack_sheet(start, Attack("a", "b")).bruise.weapon > 0
    state, events = do(start, Attack("a", "b"), dice=(7, 3))
    assert state["b"].bruises == ()
    assert len(of(events, Unbruised)) == 1


@pytest.mark.parametrize(("setting", "levels"), [("formula", ["light"]), ("light", ["light"]), ("nothing", [])])
def test_what_a_tie_does_is_a_setting(setting, levels):
    # rule: NLT-2 DMG-2
    strong = fighter("a", "red", (3, 3), strength=(20, 8)), fighter("b", "blue", (4, 3))
    state, _ = do(brawl(*strong, bruise_graze=setting), Attack("a", "b"), dice=(4, 4))
    assert [each.level for each in state["b"].bruises] == levels
    weak = brawl(fighter("a", "red", (3, 3), strength=(0, 8)), fighter("b", "blue", (4, 3)), bruise_graze=setting)
    state, _ = do(weak, Attack("a", "b"), dice=(4, 4))
    assert len(state["b"].bruises) == (setting == "light")


def test_whether_a_critical_doubles_is_a_setting():
    # rule: NLT-2 CRI-1
    for setting, total in (("advantage", 1 + 10 - 1), ("doubled", 2 * (1 + 10) - 1)):
        _, events = do(brawl(bruise_critical=setting), Attack("a", "b"), dice=(8, 3))
        assert of(events, Bruised)[0].injury.total == total, setting


def test_whether_resistances_count_is_a_setting():
    # rule: NLT-2 DMG-12 DMG-14
    for setting, found in ((True, 0), (False, 1)):
        golem = fighter("b", "blue", (4, 3), responses=(DamageResponse("immune", "bludgeon"),))
        state, _ = do(brawl(fighter("a", "red", (3, 3)), golem, bruise_types=setting), Attack("a", "b"), dice=(7, 3))
        assert len(state["b"].bruises) == found


def test_the_word_of_the_game_master_is_a_total():
    # rule: GM NLT-2
    game = Game(brawl()).do(Attack("a", "b"), ScriptedDice((3, 7)))
    game = game.do(Ruling("b", points=12), ScriptedDice(()))
    assert [each.level for each in game.battle["b"].bruises] == ["grave"]
    assert game.undo().battle["b"].bruises == ()


# --- what they do ----------------------------------------------------------------------------------------------------


def test_penalties_add_up_on_every_test():
    # rule: NLT-3
    start = brawl()
    for level, wound in (("light", False), ("medium", False), ("grave", True)):
        start, _ = do(start, GmInjure("a", level, wound))
    for test, kind in (("attack", "mobility"), ("defence", "mobility"), ("other", "wits")):
        found = changes(start, start["a"], test, kind)
        assert [(each.rule, each.amount) for each in found.modifiers] == [("NLT-3", -1), ("NLT-3", -3), ("NLT-3", -5)]
        assert found.amount == -9
    assert attribute_sheet(start, start["a"], "strength", 10).modifier == -9
    assert [each.label for each in attack_sheet(start, Attack("a", "b")).modifiers] == [
        "light bruise", "medium bruise", "grave wound"]
    assert attack_sheet(start, Attack("b", "a")).defence_total_modifier == -9


@pytest.mark.parametrize(("level", "out"), [(each, each in ("incapacitated", "fatal")) for each in LEVELS])
@pytest.mark.parametrize("wound", [False, True])
def test_the_two_worst_leave_unconscious(level, out, wound):
    # rule: NLT-3
    three = brawl(fighter("a", "red", (3, 3)), fighter("b", "blue", (4, 3)), fighter("c", "blue", (8, 3)))
    state, events = do(three, GmInjure("b", level, wound))
    assert (state["b"].out, state["b"].consequence) == ((True, "unconscious") if out else (False, None))
    assert len(of(events, Out)) == out
    assert state["b"].pv == 10


def test_healing_does_not_wake_and_the_last_bruise_does():
    # rule: NLT-3
    three = brawl(fighter("a", "red", (3, 3)), fighter("b", "blue", (4, 3), hurt=4), fighter("c", "blue", (8, 3)))
    state, _ = do(three, GmInjure("b", "incapacitated"))
    state, _ = heal(state, "b", "", 3)
    assert (state["b"].out, state["b"].pv) == (True, 9)
    state, _ = do(state, GmMend("b", 1))
    assert (state["b"].out, state["b"].consequence, state["b"].posture) == (False, None, "prone")
    assert [each.ended for each in state["b"].past] == ["gm"]


def test_who_wakes_under_somebody_s_feet_lies_beside():
    # rule: NLT-3
    three = brawl(fighter("a", "red", (3, 3)), fighter("b", "blue", (4, 3)), fighter("c", "blue", (8, 3)))
    state, _ = do(three, GmInjure("b", "incapacitated"))
    state = state.with_combatant(state["a"].but(cell=(4, 3)))
    state, _ = do(state, GmMend("b", 1))
    assert (state["b"].out, state["b"].cell) == (False, (3, 2))


# --- accidents -------------------------------------------------------------------------------------------------------


def killer(**settings):
    return brawl(fighter("a", "red", (3, 3), strength=(90, 8), mobility=(10, 8)), fighter("b", "blue", (4, 3)),
                 fighter("c", "blue", (8, 3)), **settings)


@pytest.mark.parametrize(("setting", "face", "asked"), [
    ("critical", 8, True), ("critical", 7, False), ("always", 7, True), ("never", 8, False),
])
def test_an_exceptional_blow_asks_the_game_master(setting, face, asked):
    # rule: NLT-7
    state, events = do(killer(accident=setting), Attack("a", "b"), dice=(face, 3))
    assert of(events, Bruised)[0].injury.level == "fatal"
    assert (state["b"].accident, len(of(events, AccidentFeared))) == (asked, asked)


@pytest.mark.parametrize(("dies", "how"), [(True, "dead"), (False, "unconscious")])
def test_the_game_master_says_whether_it_dies(dies, how):
    # rule: NLT-7
    state, _ = do(killer(), Attack("a", "b"), dice=(8, 3))
    state, events = do(state, Accident("b", dies))
    assert (state["b"].consequence, state["b"].accident) == (how, False)
    assert of(events, AccidentJudged) == [AccidentJudged("b", dies)]
    assert reason(state, Accident("b", dies)) == "no accident of B is to be judged"
    if dies:
        assert reason(state, GmInjure("b", "light")) == "B is dead"


# --- odds ------------------------------------------------------------------------------------------------------------


def enumerated(start, sheet: AttackSheet):
    """The chance of each level, by rolling every pair of dice."""
    found: Counter[str] = Counter()
    for faces in product(range(1, sheet.attack_die + 1), range(1, sheet.defence_die + 1)):
        attacked = roll_attack(sheet, Cup(ScriptedDice(faces), 0))
        if attacked.outcome in ("hit", "graze"):
            after, _ = bruise(start, attacked, sheet.bruise)
            if after[sheet.target].bruises:
                found[after[sheet.target].bruises[0].level] += 1
    whole = sheet.attack_die * sheet.defence_die
    return [(level, Fraction(found[level], whole)) for level in LEVELS]


@pytest.mark.parametrize("fields", [{}, {"strength": (22, 8)}, {"strength": (40, 6), "mobility": (9, 12)}])
@pytest.mark.parametrize("settings", [{}, {"bruise_critical": "doubled"}, {"bruise_graze": "light"}])
def test_the_odds_of_each_level_are_those_of_every_pair_of_dice(fields, settings):
    # rule: NLT-2
    start = brawl(fighter("a", "red", (3, 3), **fields), fighter("b", "blue", (4, 3), resistance=(6, 8)), **settings)
    for action in (Attack("a", "b"), Attack("a", "b", "sword", nonlethal=True)):
        sheet = attack_sheet(start, action)
        found = odds(sheet, start["b"])
        assert list(found.bruises) == enumerated(start, sheet)
        assert found.expected == 0
        assert found.hit + found.graze + found.miss == 1


def test_a_manoeuvre_has_no_bruises():
    # rule: NLT-8
    made = manoeuvre_sheet(brawl(), Manoeuvre("a", "b", "tackle"))
    assert (made.bruise, made.margin, odds(made, brawl()["b"]).bruises) == (None, 3, ())


# --- the file --------------------------------------------------------------------------------------------------------


def test_every_fault_of_the_file_is_found():
    # rule: NLT-2
    source = (assets() / "rules" / "nonlethal.toml").read_text("utf-8")
    broken = source.replace('id = "light"', 'id = "mild"').replace("mini = 3", "mini = 0").replace(
        'without = ["nonlethal"]', 'without = ["nope"]')
    with pytest.raises(DataError) as caught:
        check_nonlethal(parse_toml(broken, "n.toml"))
    said = str(caught.value)
    assert "mini" in said
    assert "mild" in said
    wrong = source.replace('id = "tackle"', 'id = "trip"').replace('without = ["nonlethal"]', 'without = ["nope"]')
    with pytest.raises(DataError) as caught:
        check_nonlethal(parse_toml(wrong, "n.toml"))
    assert "this id is used twice" in str(caught.value)
    assert "nope" in str(caught.value)
    assert check_nonlethal(load_toml(assets() / "rules" / "nonlethal.toml")) == nonlethal()


def test_an_injury_keeps_its_number():
    # rule: NLT-5
    state, _ = do(brawl(), GmInjure("a", "light"), GmInjure("a", "medium"), GmMend("a", 2), GmInjure("a", "grave"))
    assert [(each.number, each.level) for each in state["a"].bruises] == [(1, "light"), (3, "grave")]
    assert state["a"].past == (Injury(2, "medium", round=1, ended="gm"),)
    assert reason(state, GmMend("a", 2)) == "A has no injury 2; it has: 1, 3"
