"""Areas whose origin is raised or lowered: one mask, one list of those hit, one damage. # rule: EFF-3 EFF-4 SIT-7"""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.content.codec import decode_action, encode
from game.errors import GeometryError
from game.rules.actions import UsePower
from game.rules.casting import area_hits_of, things_met
from game.rules.catalog import DamagePart
from game.rules.engine import legal_actions, why_illegal
from game.rules.events import Damaged, PowerUsed, StructureStruck
from game.rules.places import area_of, bodies_in, heights_of, origin_of, usual_height
from game.rules.powers import DamageEffect, Duration, Power, Shape, ZoneEffect, powers
from game.rules.state import Battle, Placement, Structure
from game.spatial.grid import UNITS, block, units, wall
from tests.rules.arena import do, fight, fighter, reason

BALL = replace(powers()["fireball"], effects=(DamageEffect((DamagePart("fire", 4),)),), roll=None, nd=30)


def scene(power: Power = BALL, **fields: object) -> Battle:
    """A caster in the west, a foe on the ground in the middle, another 6 m above the cell beside it."""
    caster = fighter("a", "red", (1, 4))
    caster = caster.but(sheet=replace(caster.sheet, powers=(power,)))
    return fight(caster, fighter("low", "blue", (6, 4), pv=20), fighter("high", "blue", (7, 4), altitude=6 * UNITS,
                                                                       pv=20), cols=14, rows=9, **fields)


def ball(height: float | None = None, x: int = 7, y: int = 4, origin: str = "corner") -> UsePower:
    return UsePower("a", BALL.id, (), Placement(origin, x, y, height=height))  # type: ignore[arg-type]


@pytest.mark.parametrize(("height", "hit"), [
    (None, ["low"]), (1.0, ["low"]), (0.0, ["low"]),
    (3.0, ["low"]), (4.7, ["high"]), (6.0, ["high"]), (9.5, ["high"]), (12.0, []),
    (3.9, ["low", "high"]),
])
def test_a_ball_misses_the_flyer_above_it_until_it_is_raised(height: float | None, hit: list[str]) -> None:
    # rule: EFF-4
    battle = scene()
    after, events = do(battle, ball(height), dice=(2,) * len(hit))
    hurt = [each.who for each in events if isinstance(each, Damaged)]
    assert hurt == hit
    assert {each.id for each in after.combatants if each.pv < 20 and each.team == "blue"} == set(hit)
    assert list(area_hits_of(battle, battle["a"], BALL, ball(height).place)) == hit


def test_one_mask_is_drawn_aimed_and_hit() -> None:
    # rule: EFF-4 ATK-5
    battle, place = scene(barriers=[wall((8, 0), (8, 9), 2.0)]), ball(6.0).place
    area = area_of(battle, battle["a"], BALL, place)
    _, events = do(battle, ball(6.0), dice=(2,))
    used = next(each for each in events if isinstance(each, PowerUsed))
    assert {*used.cells} == {(x, y) for y, x in np.argwhere(area.mask).tolist()}
    assert used.targets == tuple(each.id for each in bodies_in(battle, area))


def test_walls_are_met_at_the_height_of_the_origin() -> None:
    # rule: SIT-7
    battle = scene(barriers=[wall((8, 0), (8, 9), 2.0)])
    low, over = (area_of(battle, battle["a"], BALL, ball(height).place).mask for height in (None, 2.0))
    assert not low[:, 8:].any()
    assert over[4, 8], "a wall of 2 m does not hold what starts at 2 m"
    assert (low <= over).all()


def test_an_origin_is_above_the_ground_where_it_is() -> None:
    battle = scene()
    ground = battle.grid.height.copy()
    ground[:, 7:] = 2 * UNITS
    hill = battle.but(map=battle.map.replace(height=ground))
    who = hill["a"]
    for kind, x in (("corner", 8), ("cell", 8)):
        at = Placement(kind, x, 4, height=3.0)  # type: ignore[arg-type]
        assert origin_of(hill, who, BALL, at).height == 5 * UNITS
        assert origin_of(hill, who, BALL, replace(at, height=None)).height == 3 * UNITS
    assert origin_of(hill, who, BALL, Placement("cell", 3, 4, height=0.5)).height == UNITS // 2


def test_a_place_behind_a_wall_is_reached_above_it() -> None:
    # rule: EFF-3
    battle = scene(barriers=[wall((5, 0), (5, 9), 3.0)])
    assert "no line of effect" in reason(battle, ball())
    assert reason(battle, ball(5.0)) == ""


@pytest.mark.parametrize(("height", "said"), [
    (-0.5, "a height of -0.5 m is not from 0 to 20 m"), (20.5, "a height of 20.5 m is not from 0 to 20 m"),
    (math.nan, "a height of nan m is not from 0 to 20 m"),
    (math.inf, "a height of inf m is not from 0 to 20 m"),
])
def test_a_height_beyond_the_range_is_refused(height: float, said: str) -> None:
    # rule: EFF-3
    assert reason(scene(), ball(height)) == said


def test_the_height_counts_in_the_range() -> None:
    # rule: EFF-3 MOV-1
    short = replace(BALL, range=6)
    battle = scene(short).but(settings=replace(scene().settings, diagonals="orthogonal"))
    assert reason(battle, ball(1.0, x=5)) == ""
    assert reason(battle, ball(6.0, x=5)) == "that is out of range: 6 m"


def test_what_stands_on_the_ground_is_not_raised() -> None:
    # rule: EFF-1
    for effect in (ZoneEffect("Rubble", Duration(2), cost=2), ZoneEffect("Fog", Duration(2), concealment="total"),
                   ZoneEffect("Wall", Duration(2), obstacle=2.0)):
        battle = scene(replace(BALL, effects=(effect,)))
        assert "changes the ground" in reason(battle, ball(3.0))
        assert reason(battle, ball(None, x=11)) == ""
    hazard = scene(replace(BALL, effects=(ZoneEffect("Sparks", Duration(2), damage=(DamagePart("fire", 1),)),)))
    after, _ = do(hazard, ball(6.0))
    assert after.zones[0].origin is not None
    assert after.zones[0].origin.height == 6 * UNITS


def test_a_setting_says_how_high_areas_begin_by_themselves() -> None:
    # rule: EFF-4
    battle = scene()
    battle = battle.but(settings=replace(battle.settings, origin_height=6.0))
    assert list(area_hits_of(battle, battle["a"], BALL, ball(None).place)) == ["high"]
    assert list(area_hits_of(battle, battle["a"], BALL, ball(1.0).place)) == ["low"]
    assert usual_height(battle, battle["a"], BALL) == 6.0
    assert usual_height(battle, battle["a"], replace(BALL, range=0)) < 1.7


def test_free_squares_and_auras_have_no_height() -> None:
    free = replace(BALL, shape=Shape("free", cells=3))
    place = Placement("cell", cells=((5, 4),), height=2.0)
    assert reason(scene(free), UsePower("a", BALL.id, (), place)) == "a set of squares has no height of its own"


def test_what_starts_at_the_edge_starts_between_feet_and_head() -> None:
    # rule: EFF-3
    line = replace(BALL, range=0, shape=Shape("line", length=8.0, width=1.0))
    battle = scene(line, barriers=[wall((4, 0), (4, 9), 1.3)])
    who = battle["a"]
    assert heights_of(battle, who, line) == (0.0, (units(1.7) - 1) / UNITS)
    place = Placement("edge", 2, 4.5, (1, 0))
    low = area_of(battle, who, line, place).mask
    high = area_of(battle, who, line, replace(place, height=1.5)).mask
    assert not low[4, 4:].any()
    assert high[4, 4:8].all(), "it passes over the wall at the height of the eyes"
    over = UsePower("a", BALL.id, (), replace(place, height=2.0))
    assert reason(battle, over).startswith("a height of 2 m is not from 0 to 1.")


def test_things_below_a_raised_ball_are_not_worn() -> None:
    # rule: EFF-4 STR-3
    low, tall = Structure("low", "block", ((8, 4),), nd=5), Structure("tall", "wall", ((8, 3),), nd=5)
    battle = scene(barriers=[*block((8, 4), 1.0, structure="low"), *block((8, 3), 9.0, structure="tall")],
                   structures=(low, tall))

    def struck(height: float | None, dice: int) -> set[str]:
        _, events = do(battle, ball(height), dice=(2,) * dice)
        return {each.sheet.structure for each in events if isinstance(each, StructureStruck)}

    assert struck(None, 1) == {"low", "tall"}
    assert struck(6.0, 1) == {"tall"}
    area = area_of(battle, battle["a"], BALL, ball(6.0).place)
    assert things_met(battle, area) == ("tall",)


def test_a_height_is_written_with_the_action_and_may_be_left_out() -> None:
    assert decode_action(encode(ball(2.5))) == ball(2.5)
    short = {"kind": "power", "who": "a", "power": BALL.id, "place": {"x": 7, "y": 4}}
    assert decode_action(short) == ball(None)
    assert all(each.place.height is None for each in legal_actions(scene())
               if isinstance(each, UsePower) and each.place is not None)


@settings(max_examples=80, deadline=None)
@given(st.floats(-5, 30) | st.just(math.nan), st.integers(-1, 15), st.integers(-1, 10),
       st.sampled_from(["corner", "cell", "edge"]), st.booleans())
def test_any_height_is_taken_or_told(height: float, x: int, y: int, origin: str, walled: bool) -> None:
    battle = scene(barriers=[wall((5, 0), (5, 9), 3.0)] if walled else ())
    deed = ball(height, x, y, origin)
    if why_illegal(battle, deed) is None:
        area = area_of(battle, battle["a"], BALL, deed.place)
        hit = [each.id for each in bodies_in(battle, area)]
        _, events = do(battle, deed, dice=(2,) * len(hit))
        assert [each.who for each in events if isinstance(each, Damaged)] == hit
    else:
        assert reason(battle, deed)


def test_an_origin_off_the_map_is_refused_at_any_height() -> None:
    with pytest.raises(GeometryError):
        origin_of(scene(), scene()["a"], BALL, Placement("corner", 99, 4, height=2.0))
