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
from game.rules.casting import area_hits_of
from game.rules.catalog import DamagePart
from game.rules.ground import mask_of, template_of
from game.rules.places import Area, area_of, bodies_in, why_not_there
from game.rules.power_odds import power_odds, thing_odds
from game.rules.powers import ConditionEffect, DamageEffect, HealingEffect, Power, Shape, ZoneEffect, powers
from game.rules.state import Battle, Placement, Structure
from game.rules.things import things_in
from game.spatial.areas import cover_from, directions
from game.spatial.grid import PARTIAL, Grid, block, wall
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
    if power.picks:
        inside = [each.id for each in bodies_in(battle, area) if each.team != caster.team]
        hit = tuple(sorted(inside, key=lambda id: -power_odds(battle, who, power, id).odds.expected)[:power.picks])
    whole = mask_of(battle.grid.replace(barriers=()), area.template, battle.settings.counting)
    met = things_in(battle, area.mask, whole) if power.attack == "area" and not power.picks else ()

    def points(id: str) -> Fraction:
        covered = area.origin is not None and cover_from(
            battle.grid, area.origin, body_of(battle, battle[id])).level == PARTIAL
        return power_odds(battle, who, power, id, covered=covered).odds.expected

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
    flows = "connected" in (shape.passage, area.template.passage)
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
    return fight(*fighters, grid=grid, area_cover=draw(st.booleans()),
                 counting=draw(st.sampled_from(("centre", "any", "half"))),
                 diagonals=draw(st.sampled_from(("uniform", "alternating"))))


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
