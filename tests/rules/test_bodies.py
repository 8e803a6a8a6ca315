"""Bodies, hands, reach, engagement, and where one can go."""

import numpy as np
import pytest

from game.errors import GeometryError
from game.rules.bodies import (
    adjacent,
    body_of,
    enemies_of,
    engaged,
    hands_used,
    held,
    metres_left,
    misplaced,
    movement_of,
    reach_of,
    speed_of,
    threat_reach,
    threatens,
)
from game.rules.catalog import UNARMED, settings_with, weapons
from game.rules.state import Structure, Turn
from game.spatial.grid import NO_ENTRY, Grid, block, footprint, units, wall
from game.texts import tr
from tests.rules.arena import amounts, fight, fighter, sheet_of
from tests.rules.effects_arena import put

SIZES = [
    ("mini", 1, 0.3, 0), ("small", 1, 1.2, 0), ("medium", 1, 1.7, 0), ("normal", 1, 2.0, 0),
    ("large", 2, 3.5, 1), ("giant", 3, 6.0, 2), ("colossal", 4, 10.0, 3),
]  # fmt: skip


def alone(**fields):
    return fight(fighter("a", "red", (2, 2), **fields), fighter("z", "blue", (11, 7)))


@pytest.mark.parametrize(("size", "side", "height", "reach"), SIZES)
def test_size_gives_footprint_height_and_reach(size, side, height, reach):
    # rule: SHT-4 ATK-1
    battle = alone(size=size)
    body = body_of(battle, battle["a"])
    assert body.cells == tuple(sorted(footprint((2, 2), side)))
    assert (body.feet, body.head) == (0, units(height))
    assert reach_of(battle, battle["a"], weapons()["sword"]) == 1 + reach
    assert reach_of(battle, battle["a"]) == 1 + reach


@pytest.mark.parametrize(("size", "side", "height", "reach"), SIZES)
def test_prone_is_30_and_crouched_60_percent_of_the_height(size, side, height, reach):
    # rule: SHT-4 ACT-5
    prone, crouched = alone(size=size, prone=True), alone(size=size, crouched=True)
    assert body_of(prone, prone["a"]).tall == units(height) * 30 // 100
    assert body_of(crouched, crouched["a"]).tall == units(height) * 60 // 100


def test_a_body_stands_on_the_ground_below_it():
    height = np.zeros((8, 12), np.int32)
    height[3, 3] = units(2)
    battle = fight(fighter("a", "red", (2, 2), size="large", altitude=units(1)),
                   grid=Grid.empty(12, 8).replace(height=height))
    assert body_of(battle, battle["a"]).feet == units(3)
    assert body_of(battle, battle["a"], (5, 5)).feet == units(1)
    with pytest.raises(GeometryError, match="outside the map"):
        body_of(battle, battle["a"], (11, 7))


def test_reach_is_the_weapons_plus_the_size():
    # rule: ATK-1
    battle = alone(size="giant", weapons=("spear",))
    assert reach_of(battle, battle["a"], weapons()["spear"]) == 4
    table = {"large": {"side": 2, "height": 3.0, "reach": 2, "move": 6}}
    longer = alone(size="large").but(settings=settings_with({"sizes": table}))
    assert reach_of(longer, longer["a"], weapons()["sword"]) == 3
    assert speed_of(longer, longer["a"]) == 6 + 1


def test_what_is_in_hand_and_what_is_part_of_the_body():
    # rule: ACT-2
    battle = alone(weapons=("dagger", "claws", "bow"))
    assert [each.id for each in held(battle["a"])] == ["dagger", "claws"]
    assert hands_used(battle["a"]) == 1
    assert [each.id for each in held(battle["a"].but(hands=("bow",)))] == ["bow", "claws"]
    assert hands_used(battle["a"].but(hands=("bow",))) == 2


@pytest.mark.parametrize(
    ("weapons", "hands", "threat"),
    [
        (("sword",), ("sword",), 1),
        (("spear", "dagger"), ("dagger", "spear"), 2),
        (("bow",), ("bow",), 0),  # only a bow drawn
        (("bow",), (), 1),  # nothing in hand: bare hands
        (("sword",), (), 1),
        (("bow", "claws"), ("bow",), 1),  # claws are always ready
        (("bow", "dagger"), ("bow",), 0),  # carried is not in hand
    ],
)
def test_who_can_strike_threatens(weapons, hands, threat):
    # rule: ATK-4
    battle = alone(weapons=weapons, hands=hands)
    assert threat_reach(battle, battle["a"]) == threat


def pair(a, b, at=(3, 2), **fields):
    return fight(fighter("a", "red", (2, 2), **a), fighter("b", "blue", at, **b), **fields)


SWORD, BOW, SPEAR, BARE = ({"weapons": (w,)} for w in ("sword", "bow", "spear", "claws"))


@pytest.mark.parametrize(
    ("a", "b", "at", "together"),
    [
        (SWORD, SWORD, (3, 2), True),
        (SWORD, SWORD, (3, 3), True),
        (SWORD, SWORD, (4, 2), False),
        (SWORD, BOW, (3, 2), True),  # one of the two can strike the other
        (BOW, BOW, (3, 2), False),
        (BOW, {"weapons": ("bow",), "hands": ()}, (3, 2), True),
        (SPEAR, SWORD, (4, 4), True),
        (BOW, SPEAR, (4, 2), True),
        (SPEAR, SWORD, (5, 2), False),
        (SWORD, SWORD | {"size": "large"}, (4, 2), True),
        (SWORD, SWORD | {"out": True}, (3, 2), False),
    ],
)
def test_engaged_is_one_hostile_able_to_strike_the_other(a, b, at, together):
    # rule: ATK-4
    battle = pair(a, b, at)
    assert engaged(battle, battle["a"], battle["b"]) == together
    assert engaged(battle, battle["b"], battle["a"]) == together


def test_allies_are_never_engaged_and_walls_keep_apart():
    # rule: ATK-4
    battle = fight(fighter("a", "red", (2, 2)), fighter("b", "red", (3, 2)))
    assert not engaged(battle, battle["a"], battle["b"])
    walled = pair(SWORD, SWORD, barriers=[wall((3, 0), (3, 8))])
    assert not engaged(walled, walled["a"], walled["b"])
    assert adjacent(walled, walled["a"], walled["b"])
    assert not threatens(walled, walled["a"], walled["b"])


@pytest.mark.parametrize("how", ["armed", "adjacent"])
@pytest.mark.parametrize(("condition", "able"), [
    ("paralysed", False), ("unconscious", False), ("helpless", False), ("attracted", False), ("stunned", True),
    ("restrained", True), ("blind", True),
])
def test_who_can_attack_nobody_is_engaged_with_nobody_and_flanks_nobody(condition, able, how):
    # rule: ATK-4 SIT-2 CND-15 CND-25
    start = put(fight(fighter("a", "red", (3, 2)), fighter("b", "blue", (4, 2)), fighter("c", "red", (5, 2)),
                      engaged=how), "c", condition, source="b")
    assert engaged(start, start["c"], start["b"]) is able
    assert engaged(start, start["b"], start["c"]) is able
    assert amounts(sheet_of(start, "a", "b")).get("SIT-2", 0) == (2 if able else 0)


def test_engaged_may_be_read_as_adjacent():
    # rule: ATK-4
    near, far = pair(BOW, BOW, engaged="adjacent"), pair(SPEAR, SPEAR, (4, 2), engaged="adjacent")
    assert engaged(near, near["a"], near["b"])
    assert not engaged(far, far["a"], far["b"])


def test_swade_tools_116_edges_of_big_bodies_are_what_is_measured():
    """Size 2 at (2,2) and size 2 at (4,2) are adjacent, whatever their centres say."""
    # rule: ATK-1
    battle = pair({"size": "large"}, {"size": "large"}, (4, 2))
    assert adjacent(battle, battle["a"], battle["b"])


@pytest.mark.parametrize(("mobility", "metres"), [(0, 5), (4, 5), (5, 6), (12, 7)])
def test_a_move_is_5_metres_plus_the_mobility_bonus(mobility, metres):
    # rule: MOV-1 SHT-2
    battle = alone(mobility=(mobility, 8))
    assert speed_of(battle, battle["a"]) == metres
    assert metres_left(battle, battle["a"]) == 1000 * metres
    assert speed_of(alone(mobility=(mobility, 8), move=8), alone(mobility=(mobility, 8), move=8)["a"]) == metres + 3


def test_no_metres_are_left_without_a_move():
    # rule: ACT-1
    battle = alone()
    assert metres_left(battle.but(turn=Turn(moves=2)), battle["a"]) == 0
    assert metres_left(battle.but(turn=Turn(moves=1, executions=1)), battle["a"]) == 0
    assert metres_left(battle.but(turn=Turn(moves=1)), battle["a"]) == 6000
    assert metres_left(battle.but(turn=Turn(moves=2)), battle["z"]) == 6000  # not its turn: a whole Move


def test_the_field_goes_through_allies_not_onto_them_and_round_enemies():
    # rule: MOV-2
    corridor = [wall((0, 0), (9, 0)), wall((0, 1), (9, 1))]
    battle = fight(fighter("a", "red", (0, 0)), fighter("b", "red", (2, 0)), fighter("c", "blue", (4, 0)),
                   barriers=corridor)
    field = movement_of(battle, "a")
    assert [bool(field.reachable[0, x]) for x in range(6)] == [True, True, False, True, False, False]
    assert field.path((3, 0)) == ((1, 0), (2, 0), (3, 0))
    shut = movement_of(battle.but(settings=settings_with({"through_allies": False})), "a")
    assert [bool(shut.reachable[0, x]) for x in range(4)] == [True, True, False, False]
    open_ = movement_of(battle.but(settings=settings_with({"through_enemies": True})), "a")
    assert [bool(open_.reachable[0, x]) for x in range(6)] == [True, True, False, True, False, True]


@pytest.mark.parametrize(("policy", "reached"), [("pass", [1, 1, 1]), ("no_end", [1, 0, 1]), ("block", [1, 0, 0])])
def test_bodies_out_of_the_fight_are_passed_or_not(policy, reached):
    corridor = [wall((0, 0), (9, 0)), wall((0, 1), (9, 1))]
    battle = fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (2, 0), out=True), fighter("c", "blue", (9, 5)),
                   barriers=corridor, fallen=policy)
    assert [int(movement_of(battle, "a").reachable[0, x]) for x in (1, 2, 3)] == reached


@pytest.mark.parametrize(("fields", "cells"), [({}, 6), ({"crouched": True}, 3), ({"prone": True}, 3)])
def test_crouching_and_crawling_double_the_cost(fields, cells):
    # rule: ACT-5 CND-11
    battle = fight(fighter("a", "red", (0, 0), **fields), cols=12, rows=1)
    assert int(movement_of(battle, "a").reachable.sum()) == cells + 1
    faster = battle.but(settings=settings_with({"crouched_cost": 1, "crawling_cost": 1}))
    assert int(movement_of(faster, "a").reachable.sum()) == 7


def test_enemies_are_those_of_other_teams_in_the_fight():
    battle = fight(fighter("a", "red", (0, 0)), fighter("b", "red", (1, 0)), fighter("c", "blue", (2, 0)),
                   fighter("d", "green", (3, 0)), fighter("e", "blue", (4, 0), out=True), fighter("f", "blue", None))
    assert [each.id for each in enemies_of(battle, battle["a"])] == ["c", "d"]


def test_why_a_creature_cannot_stand_somewhere():
    grid = Grid.empty(12, 8, [*block((5, 5), structure="rock"), wall((8, 2), (8, 6))])
    cost = grid.cost.copy()
    cost[0, 6] = NO_ENTRY
    battle = fight(
        fighter("a", "red", (2, 2)),
        fighter("big", "red", (0, 0), size="large"),
        fighter("out", "blue", (4, 4), out=True),
        grid=grid.replace(cost=cost),
        structures=[Structure("rock", "block", ((5, 5),))],
    )

    def why(who, cell):
        said = misplaced(battle, battle[who], cell)
        return tr(said) if said else ""

    assert why("a", (3, 3)) == ""
    assert why("a", (4, 4)) == ""  # who is out of the fight may be stepped on
    assert "outside the map" in why("a", (12, 0))
    assert "outside the map" in why("big", (11, 3))
    assert "outside the map" in why("a", (-1, 0))
    assert "nobody can stand on G1" in why("a", (6, 0))
    assert "something solid" in why("a", (5, 5))
    assert "something solid" in why("big", (4, 5))
    assert "something solid" in why("big", (7, 3))  # a wall through its middle
    assert why("big", (8, 3)) == ""
    assert "B2 is taken by Big" in why("a", (1, 1))
    assert UNARMED.hands == 0
