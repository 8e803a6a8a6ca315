"""Every kind of goal: reached and not reached, judged by the game's own masks, with the proof of the rule."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.checked import parse_toml, validate
from game.errors import DataError, FlancoError
from game.insight.stand import stand_map
from game.learn.goals import (
    All,
    Covered,
    Did,
    Fallen,
    Goal,
    Has,
    Hit,
    Into,
    Out,
    Reach,
    Sheet,
    Stand,
    Unseen,
    Verdict,
    Within,
    WrittenGoal,
    faults,
)
from game.learn.judging import judge
from game.learn.reading import lessons
from game.learn.showing import Cells, Creature, Lit, Show, Shown, Thing, drawing, show_faults
from game.rules.actions import Action, Attack, AttackStructure, GmPV, Manoeuvre, Move, UsePower
from game.rules.dice import ScriptedDice
from game.rules.history import Game
from game.rules.powers import powers
from game.rules.state import Battle, Placement, Structure
from game.spatial.grid import Grid, block
from tests.rules.arena import battle, fight, fighter

WALL = block((4, 3), 3.0, structure="wall")
LOW = block((4, 3), 1.0, structure="low")


def said(goal: Goal, where: Battle, *actions: Action, dice: Iterable[int] = ()) -> Verdict:
    game, source = Game(where), ScriptedDice(tuple(dice), where.dice)
    for action in actions:
        game = game.do(action, source)
    return judge(goal, game)


def rule(verdict: Verdict) -> str:
    return verdict.proof.rule if verdict.proof is not None else ""


def facing(**more: object) -> Battle:
    """Ana on B4, an orc on H4."""
    return fight(fighter("ana", "us", (1, 3), weapons=("sword", "bow")), fighter("orc", "them", (7, 3)), **more)  # type: ignore[arg-type]


# --- attacks ---------------------------------------------------------------------------------------------------------


def test_a_rule_on_a_sheet_is_held_or_lacking() -> None:
    """# rule: SIT-2"""
    where = fight(fighter("ana", "us", (3, 3)), fighter("bo", "us", (5, 3)), fighter("orc", "them", (4, 3)))
    found = said(Sheet("ana", "orc", holds=("SIT-2",)), where)
    assert found.met
    assert rule(found) == "SIT-2"
    assert set(found.cells) == {(3, 3), (5, 3)}
    assert str(found.feedback) == "Ana and Bo stand on opposite sides of Orc: D4, F4."
    assert not said(Sheet("ana", "orc", lacks=("SIT-2",)), where).met
    aside = where.with_combatant(where["bo"].but(cell=(4, 4)))
    missed = said(Sheet("ana", "orc", holds=("SIT-2",)), aside)
    assert not missed.met
    assert missed.proof is not None
    assert missed.proof.nearest[0].who == "ana"
    assert said(Sheet("ana", "orc", lacks=("SIT-2",)), aside).met


def test_a_sheet_that_cannot_be_used_reaches_nothing() -> None:
    """# rule: ATK-1 ACT-2"""
    far = said(Sheet("ana", "orc", lacks=("SIT-2",)), facing())
    assert not far.met
    assert rule(far) == "ATK-1"
    assert said(Sheet("ana", "orc", holds=("ATK-1",)), facing()).met
    assert rule(said(Sheet("ana", "orc", weapon="bow", mode="ranged"), facing())) == "ACT-2"


def test_an_attack_that_was_made_is_judged_as_it_was_made() -> None:
    where = fight(fighter("ana", "us", (3, 3)), fighter("bo", "us", (5, 3)), fighter("orc", "them", (4, 3)))
    goal = Sheet("ana", "orc", holds=("SIT-2",), made=True)
    before = said(goal, where)
    assert not before.met
    assert "has not attacked Orc yet" in str(before.feedback)
    assert said(goal, where, Attack("ana", "orc", "sword"), dice=(3, 3)).met
    assert not said(replace(goal, weapon="-"), where, Attack("ana", "orc", "sword"), dice=(3, 3)).met


def test_reach_and_out_of_reach() -> None:
    """# rule: ATK-1 ATK-4"""
    where = fight(fighter("bo", "us", (2, 3), weapons=("spear",)), fighter("orc", "them", (4, 3)))
    assert said(Reach("bo", "orc", safe=True), where).met
    near = where.with_combatant(where["bo"].but(cell=(3, 3)))
    assert said(Reach("bo", "orc"), near).met
    struck = said(Reach("bo", "orc", safe=True), near)
    assert not struck.met
    assert struck.proof is not None
    assert (struck.proof.rule, struck.proof.who) == ("ATK-1", "orc")
    assert not said(Reach("orc", "bo"), where).met


# --- lines -----------------------------------------------------------------------------------------------------------


def test_cover_from_each() -> None:
    """# rule: SIT-6 SIT-7"""
    goal = Covered("ana", ("orc",), "total")
    assert not said(goal, facing()).met
    assert said(goal, facing(barriers=WALL)).met
    low = facing(barriers=LOW)
    assert said(Covered("ana", ("orc",)), low).met
    missed = said(goal, low)
    assert not missed.met
    assert rule(missed) == "SIT-7"
    two = fight(fighter("ana", "us", (1, 3)), fighter("orc", "them", (7, 3)), fighter("elf", "them", (1, 7)),
                barriers=WALL)
    other = said(Covered("ana", ("orc", "elf"), "total"), two)
    assert not other.met
    assert other.proof is not None
    assert other.proof.who == "elf"


def test_being_seen_by_none() -> None:
    assert said(Unseen("ana", ("orc",)), facing(barriers=WALL)).met
    seen = said(Unseen("ana", ("orc",)), facing())
    assert not seen.met
    assert seen.proof is not None
    assert seen.proof.evidence.rays
    gone = facing()
    assert said(Unseen("ana", ("orc",)), gone.with_combatant(gone["orc"].but(out=True))).met


# --- places ----------------------------------------------------------------------------------------------------------


def pit() -> Grid:
    plain = Grid.empty(12, 8)
    surface = plain.surface.copy()
    surface[3, 5:7] = 1
    return plain.replace(surface=surface, surfaces=("", "pit"))


def test_standing_in_a_zone() -> None:
    where = fight(fighter("ana", "us", (5, 3)), fighter("orc", "them", (7, 3)), grid=pit())
    found = said(Stand("ana", surface="pit"), where)
    assert found.met
    assert found.cells == ((5, 3), (6, 3))
    assert said(Stand("ana", cells=((5, 3),)), where).met
    assert not said(Stand("orc", surface="pit"), where).met
    big = fight(fighter("ogre", "us", (5, 3), size="large"), fighter("orc", "them", (8, 3)), grid=pit())
    assert not said(Stand("ogre", surface="pit"), big).met, "half of it stands outside"


def test_pushed_into_a_zone() -> None:
    """# rule: MAN-8"""
    where = fight(fighter("ana", "us", (3, 3)), fighter("orc", "them", (4, 3)), grid=pit())
    push = Manoeuvre("ana", "orc", "push")
    found = said(Into("orc", surface="pit"), where, push, dice=(7, 2))
    assert found.met
    assert rule(found) == "MAN-8"
    assert not said(Into("orc", surface="pit"), where, push, dice=(2, 7)).met


def test_metres_between() -> None:
    assert said(Within("ana", "orc", 6), facing()).met
    assert str(said(Within("ana", "orc", 5), facing()).feedback) == "Ana is 6 m from Orc; it should be 5 m at most."


def test_who_is_not_on_the_map_reaches_nothing() -> None:
    where = facing()
    gone = where.with_combatant(where["orc"].but(cell=None))
    for goal in (Within("ana", "orc", 6), Sheet("ana", "orc"), Covered("ana", ("orc",)), Unseen("ana", ("orc",)),
                 Reach("ana", "orc"), Stand("orc", cells=((1, 1),)), Did("attack", "ana", "orc")):
        assert "Orc is not on the map yet." in str(said(goal, gone).feedback)


# --- things and areas ------------------------------------------------------------------------------------------------


def test_a_thing_that_falls() -> None:
    """# rule: STR-3 STR-8"""
    thing = Structure("wall", "wall", ((4, 3),), name="Wall", nd=3)
    where = fight(fighter("ana", "us", (3, 3)), fighter("orc", "them", (8, 3)), barriers=WALL, structures=(thing,))
    assert str(said(Fallen("wall"), where).feedback) == "Wall: 3 of its structural ND 3 are left."
    assert said(Fallen("wall"), where, AttackStructure("ana", "wall", "sword"), dice=(3,)).met


def mages() -> Battle:
    own = (powers()["fireball"],)
    return fight(fighter("rosa", "us", (0, 3), powers=own, wits=(5, 8)), fighter("ana", "us", (3, 3)),
                 fighter("orc", "them", (6, 2)), fighter("elf", "them", (6, 5)))


def test_an_area_that_hits_some_and_spares_others() -> None:
    """# rule: ATK-5 EFF-4"""
    goal = Hit("rosa", least=2)
    assert not said(goal, mages()).met
    good = UsePower("rosa", "fireball", place=Placement("corner", 8, 4))
    found = said(goal, mages(), good, dice=(3, 3, 3))
    assert found.met
    assert len(found.cells) == 32
    assert rule(found) == "ATK-5"
    both = UsePower("rosa", "fireball", place=Placement("corner", 6, 4))
    burnt = said(goal, mages(), both, dice=(3, 3, 3, 3))
    assert not burnt.met
    assert str(burnt.feedback) == "Enemies hit: 2. Friends hit: 1."
    assert burnt.proof is not None
    assert (burnt.proof.who, burnt.proof.verdict) == ("ana", "yes")
    assert said(replace(goal, allies=1), mages(), both, dice=(3, 3, 3, 3)).met
    one = said(goal, mages(), UsePower("rosa", "fireball", place=Placement("corner", 8, 2)), dice=(3, 3))
    assert not one.met
    assert one.proof is not None
    assert (one.proof.who, one.proof.verdict) == ("elf", "no")
    assert not said(replace(goal, power="shatter"), mages(), good, dice=(3, 3, 3)).met


# --- what happened ---------------------------------------------------------------------------------------------------


def test_taken_out_alive_or_not() -> None:
    """# rule: MAN-4 DMG-16"""
    where = fight(fighter("ana", "us", (3, 3)), fighter("orc", "them", (4, 3), pv=2), fighter("elf", "them", (9, 3)))
    blow, gentle = Attack("ana", "orc", "sword"), Manoeuvre("ana", "orc", "nonlethal", "sword")
    assert not said(Out("orc"), where).met
    assert said(Out("orc"), where, blow, dice=(7, 2)).met
    killed = said(Out("orc", alive=True), where, blow, dice=(7, 2))
    assert not killed.met
    assert rule(killed) == "MAN-4"
    assert said(Out("orc", alive=True), where, gentle, dice=(7, 2)).met


def test_bruised_until_unconscious_is_alive() -> None:
    """# rule: NLT-1 NLT-3"""
    where = fight(fighter("ana", "us", (3, 3)), fighter("orc", "them", (4, 3), pv=2),
                  fighter("elf", "them", (9, 3))).but(nonlethal="bruises")
    gentle = Attack("ana", "orc", "sword", nonlethal=True)
    bruised = said(Out("orc", alive=True), where.but(settings=replace(where.settings, bruise_critical="doubled")),
                   gentle, dice=(8, 1))
    assert bruised.met
    assert rule(bruised) == "NLT-1"
    assert rule(said(Out("orc", alive=True), where, Attack("ana", "orc", "sword"), dice=(7, 2))) == "NLT-1"


def test_a_manoeuvre_of_the_module_is_no_gentle_blow() -> None:
    """A throw to the ground was looked up among the manoeuvres of the base game alone. # rule: NLT-8"""
    where = fight(fighter("ana", "us", (3, 3)), fighter("orc", "them", (4, 3))).but(nonlethal="bruises")
    tackled = (Manoeuvre("ana", "orc", "tackle"), GmPV("orc", 0))
    assert rule(said(Out("orc", alive=True), where, *tackled, dice=(7, 2, 2, 2))) == "NLT-1"


def test_a_condition() -> None:
    """# rule: CND-1 MAN-5"""
    where = fight(fighter("ana", "us", (3, 3)), fighter("orc", "them", (4, 3)))
    assert not said(Has("orc", "prone"), where).met
    assert rule(said(Has("orc", "prone"), where, Manoeuvre("ana", "orc", "trip"), dice=(7, 2))) == "CND-11"
    assert said(Has("orc", "prone"), where, Manoeuvre("ana", "orc", "trip"), dice=(7, 2)).met


def test_something_done() -> None:
    assert not said(Did("move", "ana"), facing()).met
    assert said(Did("move", "ana"), facing(), Move("ana", (2, 3))).met
    assert not said(Did("move", "orc"), facing(), Move("ana", (2, 3))).met
    assert said(Did("move"), facing(), Move("ana", (2, 3))).met
    assert not said(Did("attack", "ana", "orc"), facing(), Move("ana", (2, 3))).met


def test_several_at_once_tell_the_first_that_is_not_reached() -> None:
    where = facing(barriers=WALL)
    assert said(All((Covered("ana", ("orc",)), Unseen("ana", ("orc",)))), where).met
    found = said(All((Covered("ana", ("orc",)), Within("ana", "orc", 1))), where)
    assert "Ana is 6 m from Orc" in str(found.feedback)


@given(st.integers(0, 11), st.integers(0, 7))
def test_a_goal_agrees_with_the_mask_at_every_place(x: int, y: int) -> None:
    """Flanking as ``stand here`` has it, on the position of the fifth lesson."""
    where = lessons().lessons["opposite-sides"].battle
    found = stand_map(where, "ana", "brute")
    assert found is not None
    if x < where.map.cols and found.reachable[y, x]:
        there = where.with_combatant(where["ana"].but(cell=(x, y)))
        assert judge(Sheet("ana", "brute", holds=("SIT-2",)), Game(there)).met == bool(found.flanking[y, x])


# --- as written ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _File:
    goal: tuple[WrittenGoal, ...]


def test_goals_as_a_file_writes_them() -> None:
    written = parse_toml("""
        [[goal]]
        kind = "all"
        goals = [{ kind = "covered", who = "ana", from = ["orc"] }, { kind = "stand", who = "ana", cells = ["C7"] }]
        [[goal]]
        kind = "within"
        who = "ana"
        target = "orc"
        metres = 2
    """, "a.toml")
    assert validate(written, _File).goal == (
        All((Covered("ana", ("orc",)), Stand("ana", cells=((2, 6),)))), Within("ana", "orc", 2))


@pytest.mark.parametrize(("line", "told"), [
    ('{ kind = "covred" }', "did you mean covered?"),
    ('{ who = "a" }', "kind: this field must be given"),
    ('{ kind = "unseen", who = "a", by = [] }', "this needs at least 1 entries"),
    ('{ kind = "stand", who = "a", cells = ["7C"] }', "goal.1.cells.1"),
    ('{ kind = "hit", who = "a", lest = 3 }', "did you mean least?"),
])
def test_a_goal_written_wrongly_is_told(line: str, told: str) -> None:
    with pytest.raises(DataError) as raised:
        validate(parse_toml(f"goal = [{line}]", "a.toml"), _File)
    assert told in str(raised.value)


@pytest.mark.parametrize(("goal", "place"), [
    (Sheet("an", "orc"), ("who",)),
    (Sheet("ana", "orc", weapon="axe"), ("weapon",)),
    (Sheet("ana", "orc", lacks=("SIT-6", "SIT-66")), ("lacks", 1)),
    (Sheet("ana", "orc", ("MOV-1",)), ("holds", 0)),  # a rule that says nothing about attacks
    (Covered("ana", ("orc", "elf")), ("from", 1)),
    (Unseen("ana", ("elf",)), ("by", 0)),
    (Hit("ana", power="fireball"), ("power",)),
    (Stand("ana"), ()),
    (Stand("ana", cells=((1, 1),), surface="pit"), ()),
    (Stand("ana", cells=((40, 1),)), ("cells", 0)),
    (Into("orc", surface="mud"), ("surface",)),
    (Fallen("door"), ("structure",)),
    (Has("orc", "pron"), ("condition",)),
    (Did("moved"), ("action",)),
    (All(()), ("goals",)),
    (All((Did("move"), Out("elf"))), ("goals", 1, "target")),
])
def test_names_that_name_nothing_are_found(goal: Goal, place: tuple[str | int, ...]) -> None:
    where = facing()
    assert [each for each, _ in faults(goal, where) if each == place] or place == ()
    assert list(faults(goal, where))
    sound = (Sheet("ana", "orc", ("SIT-2",), weapon="bow"), Did("move", "ana"), Has("ana", "prone"))
    assert not [each for good in sound for each in faults(good, where)]


# --- what a step shows -----------------------------------------------------------------------------------------------


def test_masks_are_those_of_the_engine() -> None:
    where = fight(fighter("ana", "us", (3, 3)), fighter("bo", "us", (6, 3)), fighter("orc", "them", (5, 3)))
    found = stand_map(where, "ana", "orc")
    assert found is not None
    assert set(drawing(Lit("flank", "ana", "orc"), where).cells) == {
        (x, y) for y, x in np.argwhere(found.flanking).tolist()}
    assert set(drawing(Lit("move", "ana"), where).cells) == {(x, y) for y, x in np.argwhere(found.reachable).tolist()}
    assert drawing(Lit("high", "ana", "orc"), where).cells == ()
    covered = facing(barriers=WALL)
    assert (2, 3) in drawing(Lit("total", "ana", "orc"), covered).cells
    assert (2, 3) in drawing(Lit("cover", "ana", "orc"), covered).cells
    assert (7, 3) not in drawing(Lit("sight", "ana"), covered).cells
    assert drawing(Lit("concealment", "ana", "orc"), covered).cells == ()
    assert len(drawing(Lit("area", "rosa", power="fireball", place=Placement("corner", 6, 4)), mages()).cells) == 32


def test_creatures_things_and_proofs_are_shown() -> None:
    thing = Structure("wall", "wall", ((4, 3),), name="Wall", nd=3)
    where = facing(barriers=WALL, structures=(thing,))
    assert drawing(Creature("ana"), where).cells == ((1, 3),)
    assert drawing(Thing("wall"), where).structures == ("wall",)
    assert drawing(Cells(((1, 1),)), where).cells == ((1, 1),)
    assert drawing(Shown("ana", "orc", "SIT-7"), where).proofs[0].evidence.rays
    assert drawing(Shown("ana", "orc", "sight"), where).proofs[0].verdict == "no"
    assert {each.rule for each in drawing(Shown("ana", "orc"), where).proofs} == {"ATK-1", "SIT-7"}
    off = where.with_combatant(where["ana"].but(cell=None))
    assert drawing(Creature("ana"), off).cells == ()
    with pytest.raises(FlancoError, match="not on the map yet"):
        drawing(Lit("move", "ana"), off)


@pytest.mark.parametrize("show", [
    Creature("elf"), Thing("wall"), Cells(((99, 0),)), Cells(surface="mud"), Lit("flank", "ana"),
    Lit("area", "ana", power="fireball"), Shown("ana", "orc", "SIT-99"), Shown("ana", "orc", weapon="axe"),
])
def test_what_cannot_be_shown_is_found(show: Show) -> None:
    assert list(show_faults(show, facing()))


def test_what_can_be_shown_has_no_fault() -> None:
    assert not list(show_faults(Shown("ana", "orc", "SIT-6"), facing()))
    assert battle(fighter("ana", "us", None)).combatants[0].cell is None
