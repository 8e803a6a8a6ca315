"""Best placements of powers: what the exhaustive search by the game's own functions says."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import IllegalAction
from game.insight.placing import Choice, best_of_power
from game.rules.bodies import body_of, movement_of
from game.rules.casting import area_hits_of, things_met
from game.rules.catalog import DamagePart
from game.rules.ground import template_of
from game.rules.places import Area, area_of, bodies_in, why_not_there
from game.rules.power_odds import power_odds, thing_odds
from game.rules.powers import ConditionEffect, DamageEffect, HealingEffect, Power, Shape, ZoneEffect, powers
from game.rules.state import Battle, Placement, Structure, Zone
from game.spatial.areas import cover_from, directions
from game.spatial.grid import PARTIAL, block, wall
from game.spatial.origins import edge_places
from game.spatial.shapes import codes
from tests.rules.arena import fight, fighter
from tests.spatial.strategies import grids

FIRE = DamageEffect((DamagePart("fire", 4),))
SHAPES = {
    "circle": Shape("circle", radius=2.0),
    "sphere": Shape("sphere", radius=1.0),
    "cylinder": Shape("cylinder", radius=1.5, tall=2.0),
    "square": Shape("square", side=2),
    "cube": Shape("cube", side=3),
    "line": Shape("line", length=4.0),
    "cone": Shape("cone", length=3.0, angle=60.0),
    "aura": Shape("aura", radius=1.0),
}


def spell(form: str, reach: int = 3, **fields: Any) -> Power:
    given: dict[str, Any] = {"effects": (FIRE,), "attack": "area", "aim": "place", "roll": "wits"} | fields
    return Power("spell", "Spell", range=reach, shape=SHAPES[form], **given)


# --- the exhaustive search -------------------------------------------------------------------------------------------


def placements(battle: Battle, who: str, power: Power, snap: Any) -> Iterator[Placement | None]:
    """Every legal placement, by the judge."""
    caster, grid, shape = battle[who], battle.grid, power.shape
    assert shape is not None
    turns = directions(snap) if shape.directed else directions(8) if shape.form in ("square", "cube") else ((1, 0),)
    if shape.form == "aura":
        places: list[Any] = [None]
    elif not power.range:
        places = [Placement("edge", x / 64, y / 64, turn) for x, y in edge_places(body_of(battle, caster))
                  for turn in turns]
    else:
        places = [Placement("corner", x, y, turn) for x in range(grid.cols + 1) for y in range(grid.rows + 1)
                  for turn in turns]
        places += [Placement("cell", x, y, turn) for x in range(grid.cols) for y in range(grid.rows) for turn in turns]
    return (each for each in places if why_not_there(battle, caster, power, each) is None)


Worth = tuple[int, int, Fraction, tuple[Fraction, Fraction]]


def worth(battle: Battle, who: str, power: Power, place: Placement | None) -> tuple[Worth, Any]:
    """What a placement is worth, from what the game would do, and the cells and origin that tell it from others."""
    caster = battle[who]
    area = area_of(battle, caster, power, place)
    hit = area_hits_of(battle, caster, power, place)

    def points(id: str) -> Fraction:
        covered = area.origin is not None and cover_from(
            battle.grid, area.origin, body_of(battle, battle[id])).level == PARTIAL
        return power_odds(battle, who, power, id, covered=covered).odds.expected

    if power.picks:
        inside = [each.id for each in bodies_in(battle, area) if each.team != caster.team]
        hit = tuple(sorted(inside, key=points, reverse=True)[:power.picks])
    met = things_met(battle, area) if power.attack == "area" and not power.picks else ()
    odds = [thing_odds(battle, who, power, id) for id in met]
    enemies = [id for id in hit if battle[id].team != caster.team]
    counts = (len(enemies), len(enemies) - len(hit), sum(map(points, enemies), Fraction(0)), (
        sum((each.falls for each in odds), Fraction(0)),
        sum((lost * chance for each in odds for lost, chance in each.wear), Fraction(0))))
    return counts, (place and (place.origin, place.x, place.y), drawn(battle, power, area, place))


def drawn(battle: Battle, power: Power, area: Area, place: Placement | None) -> bytes:
    """The cells of an area with nothing in the way and no edge of the map: directions with the same are one."""
    if area.origin is None or place is None or area.origin.cell is None:
        return b""
    (x, y), (col, row), shape = area.origin.point, area.origin.cell, power.shape
    assert shape is not None
    far = replace(area.origin, point=(x + 20 * 64, y + 20 * 64), cell=(col + 20, row + 20))
    flows = "connected" in (area.passage, area.template.passage)
    return codes(template_of(shape, far, place.direction).shape, battle.settings.counting, (50, 50), flows).tobytes()


def beats(a: Worth, b: Worth) -> bool:
    return a != b and all(one >= other for one, other in zip(a, b, strict=True))


def exhaustive(battle: Battle, who: str, power: Power, snap: Any) -> dict[Worth, int]:
    """The worths that no other beats, with how many different placements have each."""
    found = {key: counts for counts, key in (
        worth(battle, who, power, place) for place in placements(battle, who, power, snap))}
    useful = Counter(each for each in found.values() if each[0] or any(each[3]))
    return {each: count for each, count in useful.items() if not any(beats(other, each) for other in useful)}


def counted(choice: Choice) -> Worth:
    return len(choice.enemies), -len(choice.allies), choice.expected, (choice.falls, choice.wear)


def checked(battle: Battle, who: str, power: Power, snap: Any = 8) -> None:
    """The best list equals the exhaustive search, and every choice does what it says."""
    found = best_of_power(battle, who, power, snap=snap)
    assert found is not None
    assert {counted(each): each.equals + 1 for each in found.best} == exhaustive(battle, who, power, snap)
    for each in found.best:
        assert why_not_there(battle, battle[who], power, each.place) is None
        assert worth(battle, who, power, each.place)[0] == counted(each)
        if not power.picks:
            assert {*each.enemies, *each.allies} == {*area_hits_of(battle, battle[who], power, each.place)}


# --- random battles --------------------------------------------------------------------------------------------------


@st.composite
def battles(draw: st.DrawFn) -> Battle:
    grid = draw(grids(6))
    count = draw(st.integers(2, 5))
    cells = draw(st.lists(st.tuples(st.integers(0, grid.cols - 1), st.integers(0, grid.rows - 1)), min_size=count,
                          max_size=count, unique=True))
    fighters = [fighter(f"f{n}", "ab"[draw(st.booleans())] if n else "a", cell, pv=5 + n, mobility=(5 + n % 3, 8),
                        altitude=draw(st.sampled_from((0, 0, 0, 100)))) for n, cell in enumerate(cells)]
    structures = []
    for n in range(draw(st.integers(0, 2))):
        free = [(x, y) for x in range(grid.cols) for y in range(grid.rows) if (x, y) not in cells]
        if not free:
            break
        x, y = draw(st.sampled_from(free))
        if draw(st.booleans()):
            structures.append(Structure(f"s{n}", "block", ((x, y),), nd=draw(st.sampled_from((3, 8, 25)))))
            grid = grid.replace(barriers=(*grid.barriers, *block((x, y), structure=f"s{n}")))
        else:
            structures.append(Structure(f"s{n}", "wall", nd=6))
            grid = grid.replace(barriers=(*grid.barriers, wall((x, y), (x, y + 1), structure=f"s{n}")))
    return fight(*fighters, grid=grid, structures=structures, area_cover=draw(st.booleans()),
                 counting=draw(st.sampled_from(("centre", "any", "half"))),
                 diagonals=draw(st.sampled_from(("uniform", "alternating"))),
                 origin_height=draw(st.sampled_from((1.0, 1.0, 0.5, 1.75))), seen_places=draw(st.booleans()),
                 burst_passage=draw(st.sampled_from(("connected", "straight", "through"))),
                 line_passage=draw(st.sampled_from(("straight", "connected"))))


@settings(max_examples=40)
@given(battles(), st.sampled_from(sorted(SHAPES)), st.sampled_from((0, 1, 3)), st.booleans(), st.data())
def test_the_best_list_equals_the_exhaustive_search(
    battle: Battle, form: str, reach: int, sight: bool, data: st.DataObject
) -> None:
    power = spell(form, 0 if form == "aura" else reach, sight=sight)
    if data.draw(st.booleans()):
        passage: Any = data.draw(st.sampled_from(("straight", "connected", "spread", "none")))
        power = replace(power, shape=replace(SHAPES[form], passage=passage))
    if data.draw(st.booleans()):
        power = replace(power, picks=1)
    checked(battle, "f0", power)


@pytest.mark.long
@settings(max_examples=1500)
@given(battles(), st.sampled_from(sorted(SHAPES)), st.sampled_from((0, 1, 3)), st.sampled_from((8, 16, 32)))
def test_the_best_list_of_many_more_battles(battle: Battle, form: str, reach: int, snap: int) -> None:
    checked(battle, "f0", spell(form, 0 if form == "aura" else reach), snap)


# --- what powers are -------------------------------------------------------------------------------------------------


def ring(*cells: tuple[int, int], **fields: Any) -> Battle:
    """A caster "me" in the middle of an open field, an ally beside it, and enemies on some cells."""
    foes = [fighter(f"foe{n}", "b", cell, pv=9) for n, cell in enumerate(cells)]
    return fight(fighter("me", "a", (5, 5), hurt=3), fighter("mate", "a", (6, 5), hurt=1), *foes, cols=11, rows=11,
                 **fields)


def best(battle: Battle, power: Power, **options: Any) -> tuple[Choice, ...]:
    found = best_of_power(battle, "me", power, **options)
    assert found is not None
    return found.best


def test_a_caster_who_may_pick_hits_the_enemies_that_lose_most_and_no_friend() -> None:
    # rule: EFF-4
    battle = ring((4, 4), (5, 4), (6, 4))
    weak = fighter("foe1", "b", (5, 4), mobility=(1, 4), reduction=0)
    (one,) = best(battle.with_combatant(weak), spell("circle", picks=1))
    assert (one.enemies, one.allies) == (("foe1",), ())
    (two,) = best(battle.with_combatant(weak), spell("circle", picks=2))
    assert "foe1" in two.enemies
    assert len(two.enemies) == 2


def test_an_aura_is_where_its_caster_stands() -> None:
    (found,) = best(ring((4, 4), (9, 9)), spell("aura", 0))
    assert (found.place, found.origin, found.stand, found.away) == (None, None, (5, 5), 0)
    assert (found.enemies, found.allies) == (("foe0",), ("mate", "me"))
    (spared,) = best(ring((4, 4), (9, 9)), spell("aura", 0, aim="enemy"))
    assert (spared.enemies, spared.allies) == (("foe0",), ())


def test_a_caster_may_walk_first_and_walks_no_farther_than_it_must() -> None:
    battle = ring((4, 4), (9, 9), (9, 8))
    found = best(battle, spell("aura", 0, aim="enemy"), walk=True)
    assert found[0].enemies == ("foe1", "foe2")
    assert (found[0].stand, found[0].walk) == ((8, 8), 3000)
    assert best(battle, spell("aura", 0, aim="enemy", action="full"), walk=True)[0].enemies == ("foe0",)


def test_help_goes_to_allies() -> None:
    healing = HealingEffect(2, "wits")
    found = best_of_power(ring((4, 4)), "me", spell("aura", 0, effects=(healing,), attack="none", aim="ally"))
    assert found is not None
    assert found.helps
    assert [(each.allies, each.enemies, each.expected) for each in found.best] == [(("mate", "me"), (), 1 + 3)]
    cry = best_of_power(ring((4, 4)), "me", powers()["battle-cry"])
    assert cry is not None
    assert [(each.allies, each.enemies, each.expected) for each in cry.best] == [(("mate", "me"), (), 0)]


def test_smoke_is_put_on_enemies_and_hits_nobody() -> None:
    battle = ring((4, 2), (6, 2))
    (found,) = best(battle, powers()["fog"])
    assert (len(found.enemies), found.allies, found.expected) == (2, (), 0)


def test_a_wall_is_raised_on_nobody() -> None:
    battle = ring((5, 2), structures=[Structure("crate", "block", ((2, 2),), nd=5)], barriers=block((2, 2)))
    raised = ZoneEffect("Wall", obstacle=2.0)
    both = best(battle, spell("line", effects=(FIRE, raised)))
    assert all(not each.enemies for each in both)
    for each in both:
        assert why_not_there(battle, battle["me"], spell("line", effects=(FIRE, raised)), each.place) is None
    assert best(battle, powers()["wall-of-stone"]) == ()


def test_a_free_set_takes_the_squares_of_those_that_lose_most() -> None:
    battle = ring((3, 3), (7, 3), (5, 8), (5, 2))
    tender = fighter("foe2", "b", (5, 8), mobility=(0, 4))
    shape = Shape("free", cells=2)
    power = Power("spell", "Spell", (FIRE,), attack="area", aim="place", roll="wits", range=6, shape=shape)
    (found,) = best(battle.with_combatant(tender), power)
    assert len(found.enemies) == 2
    assert "foe2" in found.enemies
    assert found.place is not None
    assert why_not_there(battle, battle["me"], power, found.place) is None
    bramble = best_of_power(battle, "me", powers()["brambles"])
    assert bramble is not None
    assert len(bramble.best[0].enemies) == 4
    assert {(int(x), int(y)) for y, x in zip(*(bramble.heat == 1).nonzero(), strict=True)} == {
        (3, 3), (7, 3), (5, 8), (5, 2)}


def test_hidden_enemies_count_for_nothing() -> None:
    battle = ring((4, 4), (9, 9))
    hidden = battle.with_combatant(battle["foe1"].but(hidden=True))
    assert best(hidden, spell("circle", 20)) == best(battle.but(combatants=battle.combatants[:3]), spell("circle", 20))


def test_conditions_alone_are_counted_by_creatures() -> None:
    found = best_of_power(ring((3, 2), (4, 2)), "me", spell("circle", 9, effects=(ConditionEffect("slow"),)))
    assert found is not None
    assert not found.in_points
    assert found.best[0].expected == 0
    assert found.heat[2, 3] == 2


# --- walking, zones --------------------------------------------------------------------------------------------------


@settings(max_examples=10)
@given(battles(), st.sampled_from(("cone", "line", "aura")), st.booleans())
def test_the_best_list_from_every_place_equals_the_search_of_each(battle: Battle, form: str, dread: bool) -> None:
    if dread:
        zone = Zone("z", ZoneEffect("Gloom", obstacle=0.0, conditions=("frightened",)), Shape("aura", radius=1.0), "f0")
        battle = battle.but(zones=(zone,))
    power = spell(form, 0)
    found = best_of_power(battle, "f0", power, snap=8, walk=True)
    assert found is not None
    field = movement_of(battle, "f0")
    useful: Counter[Worth] = Counter()
    for y, x in zip(*field.reachable.nonzero(), strict=True):
        there = battle.with_combatant(battle["f0"].but(cell=(int(x), int(y))))
        seen = {key: counts for counts, key in (
            worth(there, "f0", power, place) for place in placements(there, "f0", power, 8))}
        useful.update(each for each in seen.values() if each[0] or any(each[3]))
    kept = {each: count for each, count in useful.items() if not any(beats(other, each) for other in useful)}
    assert {counted(each): each.equals + 1 for each in found.best} == kept


# --- ties, heat, progress --------------------------------------------------------------------------------------------


def test_of_equal_placements_the_nearest_is_listed() -> None:
    battle = ring((5, 1))
    (found,) = best(battle, spell("circle", 9))
    assert (found.place, found.away, found.enemies) == (Placement("corner", 5, 3), 2000, ("foe0",))


def test_heat_is_the_best_value_from_each_cell() -> None:
    battle = ring((2, 2), (9, 5))
    power = spell("circle", 20)
    found = best_of_power(battle, "me", power)
    assert found is not None
    wanted: dict[tuple[int, int], float] = {}
    for place in placements(battle, "me", power, 8):
        assert place is not None
        hit = area_hits_of(battle, battle["me"], power, place)
        value = sum(power_odds(battle, "me", power, id).odds.expected * (1 if id.startswith("foe") else -1)
                    for id in hit)
        x, y = int(place.x), int(place.y)
        touched = [(x, y)] if place.origin == "cell" else [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]
        for cell in touched if hit else ():
            wanted[cell] = max(wanted.get(cell, -99.0), float(value))
    heated = {(int(x), int(y)): float(found.heat[y, x]) for y, x in zip(*(found.heat == found.heat).nonzero(),
                                                                        strict=True)}
    assert heated == pytest.approx({cell: value for cell, value in wanted.items() if cell in battle.grid}, abs=1e-5)


def test_progress_runs_to_1_and_a_search_can_be_stopped() -> None:
    battle = ring((2, 2), (9, 5))
    for power, walk in ((spell("circle", 20), False), (spell("cone", 0), True), (spell("aura", 0), True),
                        (powers()["brambles"], False)):
        seen: list[float] = []
        assert best_of_power(battle, "me", power, walk=walk, progress=seen.append) is not None
        assert seen == sorted(seen)
        assert seen[-1] == 1
        asked: list[int] = []

        def stop(asked: list[int] = asked) -> bool:
            asked.append(1)
            return len(asked) > 1

        assert best_of_power(battle, "me", power, walk=walk, stop=stop) is None or len(asked) == 1


def test_a_power_without_an_area_and_nobody_are_refused() -> None:
    with pytest.raises(IllegalAction, match="no area"):
        best_of_power(ring(), "me", powers()["arcane-bolt"])
    with pytest.raises(IllegalAction, match="no creature"):
        best_of_power(ring(), "you", powers()["fireball"])
