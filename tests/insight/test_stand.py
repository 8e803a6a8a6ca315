"""The stand-here map: at every place what the sheets and odds of a creature that stands there say."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import IllegalAction
from game.insight.stand import Option, StandMap, stand_at, stand_map
from game.rules.actions import Attack
from game.rules.attack import attack_sheet, refusal
from game.rules.bodies import body_of, enemies_of, engaged, held, line_of, movement_of, threatens
from game.rules.catalog import UNARMED, settings_with
from game.rules.odds import odds
from game.rules.powers import Shape, ZoneEffect
from game.rules.state import Battle, Zone
from game.spatial.areas import Origin
from game.spatial.grid import Cell, Grid, wall
from game.spatial.sight import higher
from tests.rules.arena import fight, fighter
from tests.spatial.strategies import grids

CARRIED = (("sword",), ("spear", "bow"), ("bow",), ("dagger",), ())


# --- by the rules themselves -----------------------------------------------------------------------------------------


def attacks(battle: Battle, who: str, target: str, at: Cell | None = None) -> list[tuple[Fraction, Fraction, Option]]:
    """What every allowed attack takes and how often it hits."""
    found = []
    moved = battle if at is None else battle.with_combatant(battle[who].but(cell=at))
    for weapon in (*held(battle[who]), UNARMED):
        for mode in ("melee", "ranged") if weapon.range else ("melee",):
            if refusal(moved, moved[who], moved[target], weapon, mode) is None:  # type: ignore[arg-type]
                made = attack_sheet(battle, Attack(who, target, weapon.id, mode), at=at)  # type: ignore[arg-type]
                chances = odds(made, moved[target])
                found.append((chances.expected, chances.hit, Option(target, weapon.id, mode)))  # type: ignore[arg-type]
    return found


def expected_map(battle: Battle, who: str, target: str | None, cell: Cell) -> dict[str, Any]:
    """Every number of one place."""
    there = battle.with_combatant(battle[who].but(cell=cell))
    me, enemies = there[who], list(enemies_of(there, there[who]))
    against = [each for each in enemies if target in (None, each.id)]
    strikes = [each for each in held(me) if each.reach] + ([] if me.hands else [UNARMED])
    given = max((each for enemy in against for each in attacks(battle, who, enemy.id, cell)),
                key=lambda each: each[:2], default=None)
    shots = [attack_sheet(battle, Attack(who, each.id, "", "ranged"), at=cell) for each in against]
    return {
        "flanking": any(mod.rule == "SIT-2" for each in against for weapon in strikes
                        for mod in attack_sheet(battle, Attack(who, each.id, weapon.id), at=cell).modifiers),
        "higher": any(higher(body_of(there, me), body_of(there, each)) for each in against),
        "cover": min((line_of(there, me, each).cover.level for each in against), default=0),
        "own_cover": min((line_of(there, each, me).cover.level for each in against), default=0),
        "concealment": min((line_of(there, me, each).concealment for each in against), default=0),
        "own_concealment": min((line_of(there, each, me).concealment for each in against), default=0),
        "engaged": any(engaged(there, me, each) for each in enemies),
        "shot": max((sum(mod.amount for mod in made.modifiers if mod.rule == "ATK-3") for made in shots), default=0),
        "threats": sum(threatens(there, each, me) for each in enemies),
        "attack": given[2] if given else None,
        "hit": float(given[1]) if given else None,
        "expected": float(given[0]) if given else 0.0,
        "taken": sum(float(max((each[0] for each in attacks(there, enemy.id, who)), default=0)) for enemy in enemies),
    }


def of_map(found: StandMap, cell: Cell) -> dict[str, Any]:
    x, y = cell
    names = ("flanking", "higher", "cover", "own_cover", "concealment", "own_concealment", "engaged", "shot", "threats",
             "expected")
    number = int(found.attack[y, x])
    return {name: getattr(found, name)[y, x].item() for name in names} | {
        "attack": found.attacks[number] if number >= 0 else None,
        "hit": None if np.isnan(found.hit[y, x]) else float(found.hit[y, x]),
        "taken": pytest.approx(float(found.taken[y, x])),
    }


def checked(battle: Battle, who: str, target: str | None) -> None:
    found = stand_map(battle, who, target)
    assert found is not None
    field = movement_of(battle, who)
    assert (found.reachable == field.reachable).all()
    for y, x in np.argwhere(found.reachable).tolist():
        wanted = expected_map(battle, who, target, (x, y))
        assert of_map(found, (x, y)) == wanted
        one = stand_at(battle, who, (x, y), target)
        assert (one.attack, one.cover, one.own_cover, one.shot, len(one.threats)) == tuple(
            wanted[name] for name in ("attack", "cover", "own_cover", "shot", "threats"))
        assert float(one.taken) == pytest.approx(wanted["taken"])
        assert float(one.expected) == wanted["expected"]


# --- random battles --------------------------------------------------------------------------------------------------


@st.composite
def battles(draw: st.DrawFn) -> Battle:
    grid = draw(grids(5))
    count = draw(st.integers(2, 5))
    cells = draw(st.lists(st.tuples(st.integers(0, grid.cols - 1), st.integers(0, grid.rows - 1)), min_size=count,
                          max_size=count, unique=True))
    fighters = [
        fighter(f"f{n}", "abc"[draw(st.integers(0, 2))] if n else "a", cell, weapons=draw(st.sampled_from(CARRIED)),
                mobility=(5 + n % 3, 8), prone=draw(st.booleans()) and n > 2, move=2,
                altitude=draw(st.sampled_from((0, 0, 0, 70)))) for n, cell in enumerate(cells)]
    return fight(*fighters, grid=grid, near_shots=draw(st.booleans()),
                 shots_near_allies=draw(st.sampled_from(("worse", "both"))),
                 engaged=draw(st.sampled_from(("armed", "adjacent"))),
                 body_cover=draw(st.sampled_from((False, False, False, True))),
                 partial_cover=draw(st.sampled_from((25, 50))),
                 reach_diagonals=draw(st.sampled_from(("uniform", "alternating"))))


@settings(max_examples=20)
@given(battles(), st.data())
def test_the_map_says_what_the_sheets_say(battle: Battle, data: st.DataObject) -> None:
    enemies = [each.id for each in enemies_of(battle, battle["f0"])]
    checked(battle, "f0", data.draw(st.sampled_from([None, *enemies])))


@settings(max_examples=8)
@given(battles(), st.sampled_from(("frightened", "blind", "invisible")), st.sampled_from(("none", "partial", "total")),
       st.booleans())
def test_zones_put_their_conditions_on_who_stands_in_them(
    battle: Battle, condition: str, smoke: Any, moves: bool
) -> None:
    effect = ZoneEffect("Gloom", conditions=(condition,), concealment=smoke)
    still = Zone("z", effect, Shape("circle", radius=1.5), "f1", origin=Origin.centre(battle.grid, (0, 0)))
    zones = (still, Zone("w", effect, Shape("aura", radius=1.0), "f0")) if moves else (still,)
    checked(battle.but(zones=zones), "f0", None)


@pytest.mark.long
@settings(max_examples=800)
@given(battles(), st.data())
def test_the_map_of_many_more_battles(battle: Battle, data: st.DataObject) -> None:
    enemies = [each.id for each in enemies_of(battle, battle["f0"])]
    checked(battle, "f0", data.draw(st.sampled_from([None, *enemies])))


# --- examples --------------------------------------------------------------------------------------------------------


def test_an_archer_finds_the_hill_and_keeps_out_of_reach() -> None:
    # rule: SIT-3 ATK-3
    height = np.zeros((5, 9), np.int32)
    height[2, 1] = 64
    battle = fight(fighter("me", "a", (2, 2), weapons=("bow",)), fighter("foe", "b", (5, 2)),
                   grid=Grid.empty(9, 5).replace(height=height))
    found = stand_map(battle, "me", "foe")
    assert found is not None
    assert found.higher[2, 1]
    assert found.expected[2, 1] == found.expected.max()
    assert (found.shot[2, 4], found.shot[2, 2]) == (-5, 0)
    assert (found.threats[2, 4], found.threats[2, 2]) == (1, 0)
    assert found.taken[2, 2] == 0 < found.taken[2, 4]
    assert found.attacks[found.attack[2, 1]] == Option("foe", "bow", "ranged")


def test_the_far_side_of_a_foe_flanks_it_and_a_wall_covers() -> None:
    # rule: SIT-2 SIT-6
    battle = fight(fighter("me", "a", (2, 4)), fighter("mate", "a", (3, 2)), fighter("foe", "b", (4, 2)),
                   fighter("archer", "b", (4, 8), weapons=("bow",)),
                   grid=Grid.empty(9, 9, [wall((2, 6), (4, 6), top=1.0)]))
    found = stand_map(battle, "me", "foe")
    assert found is not None
    assert np.argwhere(found.flanking).tolist() == [[2, 5]]
    from_all = stand_map(battle, "me")
    assert from_all is not None
    assert from_all.taken[5, 3] < from_all.taken[5, 5]


def test_a_dash_goes_farther() -> None:
    battle = fight(fighter("me", "a", (0, 0)), fighter("foe", "b", (29, 0)), cols=30, rows=1)
    near, far = stand_map(battle, "me"), stand_map(battle, "me", dash=True)
    assert near is not None
    assert far is not None
    assert near.reachable.sum() < far.reachable.sum()
    assert far.cost[0, 8] == 8000


def test_alone_there_is_nothing_to_fear() -> None:
    found = stand_map(fight(fighter("me", "a", (2, 2))), "me")
    assert found is not None
    assert not found.taken.any()
    assert (found.attack == -1).all()


def test_progress_runs_to_1_and_the_map_can_be_given_up() -> None:
    battle = fight(fighter("me", "a", (2, 2)), fighter("foe", "b", (5, 2)), fighter("bar", "b", (5, 3)))
    for case in (battle, battle.but(settings=settings_with({"body_cover": True}))):
        seen: list[float] = []
        assert stand_map(case, "me", progress=seen.append) is not None
        assert seen == sorted(seen)
        assert seen[-1] == 1
        assert stand_map(case, "me", stop=lambda: True) is None


def test_who_and_whom_are_checked() -> None:
    battle = fight(fighter("me", "a", (2, 2)), fighter("mate", "a", (5, 2)), fighter("out", "b", (5, 3), out=True))
    for who, target, reason in (("you", None, "no creature"), ("me", "you", "no creature"),
                                ("me", "mate", "no enemy"), ("me", "out", "no enemy")):
        with pytest.raises(IllegalAction, match=reason):
            stand_map(battle, who, target)
    with pytest.raises(IllegalAction, match="taken by"):
        stand_at(battle, "me", (5, 2))
