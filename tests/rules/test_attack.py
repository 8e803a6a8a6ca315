"""Sheets of attack: every modifier from the map, with its proof, before anything is rolled."""

import pytest

from game.errors import IllegalAction
from game.rules.actions import Attack
from game.rules.attack import Evidence, attack_sheet
from game.rules.catalog import DamagePart
from game.rules.state import Structure
from game.spatial.grid import Grid, block, pillar, units, wall
from game.texts import tr
from tests.rules.arena import amounts, battle, fight, fighter, modifier, reason, sheet_of


def grid_with(heights=(), smoke=(), barriers=(), cols=12, rows=8):
    """A plain map with the height of some cells in metres, and the concealment of some."""
    grid = Grid.empty(cols, rows, barriers)
    height, veil = grid.height.copy(), grid.concealment.copy()
    for (x, y), metres in heights:
        height[y, x] = units(metres)
    for (x, y), level in smoke:
        veil[y, x] = level
    return grid.replace(height=height, concealment=veil)


def duel(at=(3, 2), a=(), b=(), **fields):
    """a at (2, 2) against b."""
    return fight(fighter("a", "red", (2, 2), **dict(a)), fighter("b", "blue", at, **dict(b)), **fields)


def test_melee_is_a_mobility_test_against_the_targets_mobility():
    # rule: ATK-1 DEF-1 TST-2
    made = sheet_of(duel(a={"mobility": (7, 10)}, b={"mobility": (3, 12)}), "a", "b")
    assert (made.attack_die, made.attack_value, made.attack_highest) == (10, 7, 14)
    assert (made.defence_die, made.defence_value, made.defence_highest) == (12, 3, 6)
    assert (made.modifiers, made.advantage, made.miss_chance, made.refused) == ((), 0, 0, None)


def test_a_shot_and_a_throw_are_acuity_tests():
    # rule: ATK-2 DEF-1
    for weapon in ("bow", "javelin"):
        made = sheet_of(duel((8, 2), a={"acuity": (6, 12), "weapons": (weapon,)}, b={"mobility": (3, 6)}), "a", "b",
                        mode="ranged")
        assert (made.attack_die, made.attack_value, made.defence_die, made.defence_value) == (12, 6, 6, 3)


def test_the_sheet_holds_the_damage_of_a_full_hit():
    # rule: DMG-6 DMG-15
    made = sheet_of(duel(a={"weapons": ("sabre-of-light",), "strength": (10, 8)}), "a", "b")
    assert made.damage == (DamagePart("cut", 5), DamagePart("fire", 2))
    assert made.main == 0


def test_armour_adds_to_the_defence():
    # rule: DEF-1
    made = sheet_of(duel(b={"defence": 2}), "a", "b")
    assert amounts(made) == {"DEF-1": 2}
    assert (made.attack_total_modifier, made.defence_total_modifier) == (0, 2)


# --- reach and range -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weapon", "at", "said"),
    [
        ("sword", (3, 3), ""), ("sword", (4, 2), "2 m away, the reach is 1 m"), ("spear", (4, 4), ""),
        ("spear", (5, 2), "3 m away, the reach is 2 m"), ("whip", (5, 5), ""), ("bow", (3, 2), ""),
    ],
)  # fmt: skip
def test_melee_needs_reach(weapon, at, said):
    # rule: ATK-1
    assert said in reason(duel(at, a={"weapons": (weapon,)}), Attack("a", "b", weapon))
    assert (reason(duel(at, a={"weapons": (weapon,)}), Attack("a", "b", weapon)) == "") == (said == "")


@pytest.mark.parametrize(
    ("at", "size", "allowed"), [((4, 2), "medium", False), ((5, 2), "large", True), ((6, 2), "large", False)]
)
def test_big_bodies_reach_further_from_their_edge(at, size, allowed):
    # rule: ATK-1 SHT-4
    assert (reason(duel(at, a={"size": size}), Attack("a", "b", "sword")) == "") == allowed


def test_height_counts_for_reach():
    # rule: ATK-1
    tower = duel(grid=grid_with([((3, 2), 6)]))
    assert "the reach is 1 m" in reason(tower, Attack("a", "b", "sword"))


@pytest.mark.parametrize(("x", "allowed"), [(8, True), (9, False)])
def test_ranged_needs_range(x, allowed):
    # rule: ATK-2
    thrown = duel((x, 2), a={"weapons": ("dagger",)})
    said = reason(thrown, Attack("a", "b", "dagger", "ranged"))
    assert said == ("" if allowed else "B is 7 m away, the range is 6 m")


def test_range_follows_the_metric():
    # rule: ATK-2
    at, throw = (7, 7), Attack("a", "b", "dagger", "ranged")
    assert reason(duel(at, a={"weapons": ("dagger",)}), throw) == ""  # 5 squares diagonally: 5 m
    assert "7 m away" in reason(duel(at, a={"weapons": ("dagger",)}, diagonals="alternating"), throw)
    assert "7.07 m away" in reason(duel(at, a={"weapons": ("dagger",)}, diagonals="exact"), throw)


def test_a_nearer_target_may_be_shot_at_unless_the_setting_says_no():
    # rule: ATK-2
    shot, bow = Attack("a", "b", "bow", "ranged"), {"weapons": ("bow",)}
    assert reason(duel(a=bow), shot) == ""
    assert "within melee reach" in reason(duel(a=bow, near_shots=False), shot)
    assert reason(duel((4, 2), a=bow, near_shots=False), shot) == ""


def test_only_what_is_thrown_or_shot_attacks_at_range():
    # rule: ATK-2
    assert "neither shot nor thrown: Sword" in reason(duel((5, 2)), Attack("a", "b", "sword", "ranged"))
    assert "neither shot nor thrown: Unarmed" in reason(duel((5, 2)), Attack("a", "b", "", "ranged"))


def test_a_bow_is_swung_as_an_improvised_weapon():
    # rule: DMG-8
    made = sheet_of(duel(a={"weapons": ("bow",), "strength": (12, 8)}), "a", "b")
    assert (made.damage, made.refused) == ((DamagePart("bludgeon", 3),), None)


def test_a_weapon_must_be_in_hand_and_bare_hands_always_are():
    # rule: ACT-2
    two = duel(a={"weapons": ("sword", "axe", "claws")})
    assert "must draw this first: Axe" in reason(two, Attack("a", "b", "axe"))
    assert "carries no 'mace'; carried: sword, axe, claws" in reason(two, Attack("a", "b", "mace"))
    assert [reason(two, Attack("a", "b", id)) for id in ("sword", "claws", "")] == ["", "", ""]


def test_allies_oneself_and_the_fallen_are_no_targets():
    both = fight(fighter("a", "red", (2, 2)), fighter("b", "red", (3, 2)), fighter("c", "blue", (2, 3), out=True))
    assert "on the same side" in reason(both, Attack("a", "b", "sword"))
    assert "on the same side" in reason(both, Attack("a", "a", "sword"))
    assert "out of the fight" in reason(both, Attack("a", "c", "sword"))


# --- ranged penalties ------------------------------------------------------------------------------------------------


def crowd(ally=None, foe=None, **settings):
    """a shoots at b, 6 m away. An ally c and another enemy d may stand somewhere: (cell, fields of theirs...)."""
    others = [
        fighter(id, team, at[0], **(at[1] if len(at) > 1 else {}))
        for id, team, at in (("c", "red", ally), ("d", "blue", foe)) if at
    ]
    archers = fighter("a", "red", (2, 2), weapons=("bow",)), fighter("b", "blue", (8, 2), weapons=("bow",))
    return fight(*archers, *others, **settings)


@pytest.mark.parametrize(
    ("ally", "penalty"),
    [
        (None, 0),
        (((6, 2),), 0),  # a sword 2 m from the target: neither engaged nor adjacent
        (((7, 2),), -2),  # engaged: can strike it
        (((7, 3),), -2),
        (((6, 2), {"weapons": ("spear",)}), -2),  # engaged from 2 m
        (((7, 2), {"weapons": ("bow",)}), -1),  # only a bow drawn: adjacent, not engaged
        (((7, 2), {"weapons": ("bow",), "hands": ()}), -2),  # nothing in hand: engaged
        (((7, 2), {"out": True}), 0),
    ],
)
def test_a_target_engaged_with_an_ally_is_harder_to_hit(ally, penalty):
    # rule: ATK-3
    assert sum(amounts(sheet_of(crowd(ally), "a", "b", mode="ranged")).values()) == penalty


def test_the_worse_of_engaged_and_adjacent_counts_unless_both_do():
    # rule: ATK-3
    made = sheet_of(crowd(((7, 2),), shots_near_allies="worse"), "a", "b", mode="ranged")
    assert [(each.amount, each.evidence.others) for each in made.modifiers] == [(-2, ("c",))]
    made = sheet_of(crowd(((7, 2),), shots_near_allies="both"), "a", "b", mode="ranged")
    assert [each.amount for each in made.modifiers] == [-2, -1]


def test_a_shooter_engaged_in_melee_takes_5_which_adds_up():
    # rule: ATK-3
    made = sheet_of(crowd(None, ((2, 3),)), "a", "b", mode="ranged")
    assert [(each.amount, each.evidence.others) for each in made.modifiers] == [(-5, ("d",))]
    made = sheet_of(crowd(((7, 2),), ((2, 3),)), "a", "b", mode="ranged")
    assert amounts(made) == {"ATK-3": -7}
    archers = sheet_of(crowd(None, ((2, 3), {"weapons": ("bow",)})), "a", "b", mode="ranged")
    assert archers.modifiers == ()  # neither can strike the other


def test_melee_attacks_take_no_penalty_in_a_crowd():
    # rule: ATK-3
    press = fight(fighter("a", "red", (2, 2)), fighter("b", "blue", (3, 2)), fighter("c", "red", (3, 3)),
                  fighter("d", "blue", (2, 3)))
    assert sheet_of(press, "a", "b").modifiers == ()


def test_throwing_at_the_one_beside_you_is_shooting_while_engaged():
    # rule: ATK-2 ATK-3
    assert amounts(sheet_of(duel(a={"weapons": ("dagger",)}), "a", "b", mode="ranged")) == {"ATK-3": -5}


# --- flanking, high ground, posture ----------------------------------------------------------------------------------


def test_flanking_gives_2_to_each_of_the_two_with_its_line():
    # rule: SIT-2
    three = fight(fighter("a", "red", (2, 2)), fighter("b", "blue", (3, 2)), fighter("c", "red", (4, 2)))
    for one, other, cells in (("a", "c", ((2, 2), (4, 2))), ("c", "a", ((4, 2), (2, 2)))):
        found = modifier(sheet_of(three, one, "b"), "SIT-2")
        assert (found.amount, found.side, found.evidence.others, found.evidence.cells) == (2, "attack", (other,), cells)
        (ray,) = found.evidence.rays
        assert ray.start[:2] == (64 * cells[0][0] + 32, 64 * 2 + 32)


@pytest.mark.parametrize(
    ("at", "more", "flanked"),
    [
        ((4, 2), {}, True),
        ((4, 3), {}, False),
        ((3, 3), {}, False),
        ((4, 2), {"weapons": ("bow",)}, False),  # it cannot strike with what it holds
        ((4, 2), {"weapons": ("bow",), "hands": ()}, True),
        ((5, 2), {}, False),
        ((5, 2), {"weapons": ("spear",)}, True),
        ((4, 2), {"out": True}, False),
    ],
)
def test_an_ally_flanks_if_it_can_strike_from_the_other_side(at, more, flanked):
    # rule: SIT-2
    three = fight(fighter("a", "red", (2, 2)), fighter("b", "blue", (3, 2)), fighter("c", "red", at, **more))
    assert amounts(sheet_of(three, "a", "b")).get("SIT-2", 0) == (2 if flanked else 0)


def test_an_enemy_of_both_flanks_with_nobody():
    # rule: SIT-2
    three = fight(fighter("a", "red", (2, 2)), fighter("b", "blue", (3, 2)), fighter("c", "green", (4, 2)))
    assert sheet_of(three, "a", "b").modifiers == ()


def test_flanking_is_for_melee_only():
    # rule: SIT-2
    three = fight(fighter("a", "red", (2, 2), weapons=("dagger",)), fighter("b", "blue", (3, 2)),
                  fighter("c", "red", (4, 2)))
    assert "SIT-2" in amounts(sheet_of(three, "a", "b"))
    assert "SIT-2" not in amounts(sheet_of(three, "a", "b", mode="ranged"))


def test_pf2e_4537_size_is_not_reach_for_flanking():
    """Two big bodies with one empty cell between them and the target flank with reach 2, not with reach 1."""
    # rule: SIT-2
    table = {"large": {"side": 2, "height": 3.5, "reach": 0, "move": 5}}
    for weapon, flanked in (("sword", False), ("spear", True)):
        made = fight(fighter("a", "red", (3, 5), size="large", weapons=(weapon,)), fighter("b", "blue", (6, 5)),
                     fighter("c", "red", (8, 4), size="large", weapons=(weapon,)), sizes=table)
        assert ("SIT-2" in amounts(sheet_of(made, "a", "b"))) == flanked


def test_pf2e_perception_35_cover_does_not_wipe_out_flanking():
    # rule: SIT-2
    row = fight(fighter("a", "red", (3, 5)), fighter("m", "blue", (4, 5)), fighter("b", "red", (5, 5)),
                fighter("c", "red", (6, 5), weapons=("spear",)))
    assert amounts(sheet_of(row, "c", "m")) == {"SIT-2": 2}
    low = row.but(map=Grid.empty(12, 8, [wall((5, 0), (5, 8), top=1.0)]))
    assert amounts(sheet_of(low, "c", "m")) == {"SIT-2": 2, "SIT-6": 5}


@pytest.mark.parametrize(("metres", "bonus"), [(0.5, 0), (0.98, 0), (1.0, 2), (3.0, 2)])
def test_high_ground_gives_2_to_melee_and_ranged(metres, bonus):
    # rule: SIT-3
    hill = grid_with([((2, 2), metres)])
    for a, mode in (({}, "melee"), ({"weapons": ("javelin",)}, "ranged")):
        if metres > 2 and mode == "melee":
            continue  # out of reach
        made = sheet_of(duel(a=a, grid=hill), "a", "b", mode=mode)
        assert amounts(made).get("SIT-3", 0) == bonus
    assert "SIT-3" not in amounts(sheet_of(duel(grid=hill), "b", "a"))


def test_high_ground_is_a_setting_and_flying_counts():
    # rule: SIT-3
    assert "SIT-3" in amounts(sheet_of(duel(grid=grid_with([((2, 2), 0.5)]), high_ground=0.5), "a", "b"))
    found = modifier(sheet_of(duel(a={"altitude": units(1.5)}), "a", "b"), "SIT-3")
    assert found.evidence.cells == ((2, 2), (3, 2))


@pytest.mark.parametrize(
    ("a", "b", "mode", "found"),
    [
        ({"prone": True}, {}, "melee", {"attack": -5}),
        ({}, {"prone": True}, "melee", {"defence": -5}),
        ({"prone": True}, {"prone": True}, "melee", {"attack": -5, "defence": -5}),
        ({"weapons": ("javelin",)}, {"prone": True}, "ranged", {"defence": 5}),
        ({"weapons": ("javelin",), "prone": True}, {}, "ranged", {}),
        ({"crouched": True}, {"crouched": True}, "melee", {}),
    ],
)
def test_prone_is_bad_in_melee_and_good_against_shots(a, b, mode, found):
    # rule: CND-11
    at = (3, 2) if mode == "melee" else (6, 2)
    made = sheet_of(duel(at, a=a, b=b), "a", "b", mode=mode)
    assert {each.side: each.amount for each in made.modifiers if each.rule == "CND-11"} == found


# --- concealment and cover -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "rule", "chance"), [(0, "", 0), (1, "SIT-4", 2), (2, "SIT-5", 5)])
def test_concealment_gives_a_chance_to_miss_before_the_roll(level, rule, chance):
    # rule: SIT-4 SIT-5
    smoky = duel((6, 2), a={"weapons": ("bow",)}, grid=grid_with(smoke=[((4, 2), level)]))
    made = sheet_of(smoky, "a", "b", mode="ranged")
    assert (made.miss_rule, made.miss_chance, made.modifiers) == (rule, chance, ())
    assert made.miss_evidence == Evidence(cells=((4, 2),) if level else ())


def test_smoke_on_the_attacker_alone_conceals_nothing_and_melee_meets_it_too():
    # rule: SIT-4
    assert sheet_of(duel(grid=grid_with(smoke=[((2, 2), 2)])), "a", "b").miss_chance == 0
    assert sheet_of(duel(grid=grid_with(smoke=[((3, 2), 1)])), "a", "b").miss_chance == 2


def test_what_stops_sight_alone_is_total_concealment():
    # rule: SIT-5
    curtain = duel((6, 2), a={"weapons": ("bow",)}, barriers=[wall((4, 0), (4, 8), move=False, effect=False)])
    made = sheet_of(curtain, "a", "b", mode="ranged")
    assert (made.miss_rule, made.miss_chance, made.refused) == ("SIT-5", 5, None)


@pytest.mark.parametrize(
    ("barriers", "covered"),
    [
        (pillar((4, 2), 0.5), True),
        ([wall((6, 0), (6, 8), top=1.0)], True),  # right before the target
        ([wall((3, 0), (3, 8), top=1.0)], False),  # right before the attacker
        ([wall((6, 0), (6, 8), top=0.5)], False),  # a kerb
        ([wall((7, 0), (7, 8))], False),  # behind the target
        ([wall((0, 2), (12, 2)), wall((0, 3), (12, 3))], False),  # along a corridor
    ],
)
def test_partial_cover_adds_5_to_the_defence_with_rays_and_barriers(barriers, covered):
    # rule: SIT-6
    made = sheet_of(duel((6, 2), a={"weapons": ("bow",)}, barriers=barriers), "a", "b", mode="ranged")
    assert amounts(made) == ({"SIT-6": 5} if covered else {})
    if covered:
        found = modifier(made, "SIT-6")
        assert found.side == "defence"
        assert {*found.evidence.barriers} <= {*barriers}
        assert sum(ray.blocked for ray in found.evidence.rays) == 4
        assert len(found.evidence.rays) == 8


def test_how_much_is_partial_is_a_setting():
    # rule: SIT-6
    post = {"at": (6, 2), "a": {"weapons": ("bow",)}, "barriers": pillar((4, 2), 0.5)}
    assert amounts(sheet_of(duel(**post, partial_cover=50), "a", "b", mode="ranged")) == {"SIT-6": 5}
    assert amounts(sheet_of(duel(**post, partial_cover=51), "a", "b", mode="ranged")) == {}


def test_partial_cover_counts_in_melee():
    # rule: SIT-6
    assert amounts(sheet_of(duel(barriers=[wall((3, 0), (3, 8), top=1.2)]), "a", "b")) == {"SIT-6": 5}


def test_lying_down_behind_a_low_wall_hides_all_of_the_body():
    # rule: SIT-6 SIT-7 SHT-4
    low, bow = [wall((6, 0), (6, 8), top=1.2)], {"weapons": ("bow",)}
    standing, crouched, prone = (
        sheet_of(duel((6, 2), a=bow, b=b, barriers=low), "a", "b", mode="ranged")
        for b in ({}, {"crouched": True}, {"prone": True})
    )
    assert amounts(standing) == {"SIT-6": 5}
    assert "total cover" in tr(crouched.refused)
    assert "total cover" in tr(prone.refused)


def test_total_cover_allows_no_direct_attack():
    # rule: SIT-7
    walled = [wall((3, 0), (3, 8))]
    assert "B is in total cover from A" in reason(duel(barriers=walled), Attack("a", "b", "sword"))
    far = duel((8, 2), a={"weapons": ("bow",)}, barriers=block((5, 2)))
    assert "total cover" in reason(far, Attack("a", "b", "bow", "ranged"))


def test_what_a_shut_door_covers_an_open_one_shows():
    # rule: SIT-7
    door = Structure("gate", "door", ((4, 2),), open=False)
    walls = [wall((5, 0), (5, 2)), wall((5, 3), (5, 8)), *block((4, 2), structure="gate")]
    shut = duel((7, 2), a={"weapons": ("bow",)}, barriers=walls, structures=[door])
    shot = Attack("a", "b", "bow", "ranged")
    assert "total cover" in reason(shut, shot)
    assert reason(shut.but(structures=(door.but(open=True),)), shot) == ""


def test_situations_belong_to_the_moment_of_the_attack():
    # rule: SIT-2
    three = fight(fighter("a", "red", (2, 2)), fighter("b", "blue", (3, 2)), fighter("c", "red", (4, 2)))
    assert amounts(sheet_of(three, "a", "b")) == {"SIT-2": 2}
    moved = three.with_combatant(three["c"].but(cell=(6, 6)))
    assert amounts(sheet_of(moved, "a", "b")) == {}
    assert amounts(sheet_of(three, "a", "b")) == {"SIT-2": 2}


# --- as if from elsewhere --------------------------------------------------------------------------------------------


def test_a_sheet_as_if_the_attacker_stood_elsewhere():
    hill = grid_with([((4, 2), 1)])
    three = fight(fighter("a", "red", (8, 7)), fighter("b", "blue", (3, 2)), fighter("c", "red", (2, 2)), grid=hill)
    blow = Attack("a", "b", "sword")
    assert attack_sheet(three, blow).refused is not None
    there = attack_sheet(three, blow, (4, 2))
    assert (there.refused, amounts(there)) == (None, {"SIT-2": 2, "SIT-3": 2})
    assert three["a"].cell == (8, 7)
    moved = three.with_combatant(three["a"].but(cell=(4, 2)))
    assert there == attack_sheet(moved, blow)


def test_there_is_no_sheet_without_creatures_and_weapons():
    two = battle(fighter("a", "red", (2, 2)), fighter("b", "blue", None))
    for action, said in (
        (Attack("x", "a", "sword"), "no creature 'x' in this battle; there are: a, b"),
        (Attack("a", "x", "sword"), "no creature 'x'"),
        (Attack("a", "b", "sword"), "B is not on the map yet"),
        (Attack("a", "a", "mace"), "carries no 'mace'"),
    ):
        with pytest.raises(IllegalAction, match=said):
            attack_sheet(two, action)


def test_all_situations_add_up():
    # rule: SIT-2 SIT-3 SIT-4 SIT-6 DEF-1
    grid = grid_with([((2, 2), 1)], [((3, 2), 1)], [wall((3, 0), (3, 8), top=2.0)])
    three = fight(fighter("a", "red", (2, 2)), fighter("b", "blue", (3, 2), defence=1), fighter("c", "red", (4, 2)),
                  grid=grid)
    made = sheet_of(three, "a", "b")
    assert amounts(made) == {"SIT-2": 2, "SIT-3": 2, "DEF-1": 1, "SIT-6": 5}
    assert (made.miss_rule, made.attack_total_modifier, made.defence_total_modifier) == ("SIT-4", 4, 6)
