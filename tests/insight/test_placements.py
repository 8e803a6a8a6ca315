"""Best placements of templates that do nothing: every legal origin and direction, by the spatial layer alone."""

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from game.insight.placing import aim_at, best_of_template
from game.rules.bodies import body_of
from game.rules.state import Battle, Placement, Structure
from game.spatial.areas import Circle, Origin, RowCone, Square, area_hits, directions, legal_corners, refusal
from game.spatial.grid import Body, Grid, wall
from game.spatial.metric import RULES
from game.spatial.origins import edge_places
from tests.insight.test_placing import battles
from tests.rules.arena import fight, fighter
from tests.spatial.area_strategies import COUNTING, PASSAGES
from tests.spatial.test_sweep import FORMS


def origins(battle: Battle, caster: Body, reach: int, sight: bool) -> list[Origin]:
    grid, rule = battle.grid, battle.settings.diagonals
    if not reach:
        edges = [Origin.edge(caster, (x / 64, y / 64)) for x, y in edge_places(caster)]
        return [each for each in edges if not refusal(grid, caster, each, 0, rule, sight)]
    centres = [Origin.centre(grid, (x, y)) for x in range(grid.cols) for y in range(grid.rows)]
    corners = [each for each in legal_corners(grid, caster, 99, rule, sight)
               if not refusal(grid, caster, each, reach, rule, sight)]
    return corners + [each for each in centres if not refusal(grid, caster, each, reach, rule, sight)]


@settings(max_examples=25)
@given(battles(), st.sampled_from(sorted(FORMS)), st.sampled_from((0, 2, 4)), st.booleans(),
       st.sampled_from(COUNTING), st.sampled_from((None, *PASSAGES)), st.sampled_from(RULES))
def test_the_best_list_of_a_template_equals_the_exhaustive_search(
    battle: Battle, form: str, reach: int, sight: bool, counting: Any, passage: Any, spread: Any
) -> None:
    battle = battle.but(structures=())
    caster = body_of(battle, battle["f0"])
    template = FORMS[form](Origin.centre(battle.grid, (0, 0)), (1, 0))
    aim = aim_at(battle, template, reach, 8, sight=sight, counting=counting, passage=passage, spread=spread)
    found = best_of_template(battle, "f0", template, aim)
    assert found is not None
    everybody = [*battle.present()]
    bodies = [body_of(battle, each) for each in everybody]
    seen = set()
    for origin in origins(battle, caster, reach, sight):
        for turn in directions(8) if hasattr(template, "direction") else ((1, 0),):
            hits = area_hits(battle.grid, FORMS[form](origin, turn), bodies, counting, passage, spread)
            enemies = sum(hit and each.team != "a" for each, hit in zip(everybody, hits, strict=True))
            if enemies:
                seen.add((enemies, enemies - int(hits.sum())))
    kept = {each for each in seen if not any(other != each and other[0] >= each[0] and other[1] >= each[1]
                                             for other in seen)}
    assert {(len(each.enemies), -len(each.allies)) for each in found.best} == kept


def test_things_that_a_template_meets_are_counted() -> None:
    battle = fight(fighter("me", "a", (1, 1)), grid=Grid.empty(8, 3, [wall((5, 0), (5, 3), structure="w")]))
    battle = battle.but(structures=(Structure("w", "wall", segment=(5, 0, 5, 3), nd=20),))
    template = Circle(Origin.centre(battle.grid, (0, 0)), 1)
    found = best_of_template(battle, "me", template, aim_at(battle, template, 9))
    assert found is not None
    (one,) = found.best
    assert (one.enemies, one.things, one.wear, one.expected) == ((), ("w",), 1, Fraction(0))


def test_a_row_cone_catches_as_many_in_every_direction() -> None:
    ring = [(x, y) for x in range(2, 9) for y in range(2, 9) if max(abs(x - 5), abs(y - 5)) == 2]
    battle = fight(fighter("me", "a", (5, 5)), *(fighter(f"f{n}", "b", cell) for n, cell in enumerate(ring)), cols=11,
                   rows=11)
    template = RowCone(Origin.centre(battle.grid, (0, 0)), (1, 0), 3)
    found = best_of_template(battle, "me", template, aim_at(battle, template, 0, 8))
    assert found is not None
    assert [len(each.enemies) for each in found.best] == [3]


def test_a_square_of_an_odd_side_lies_on_any_side_of_a_corner() -> None:
    battle = fight(fighter("me", "a", (0, 0)), fighter("foe", "b", (4, 4)), cols=9, rows=9)
    template = Square(Origin.corner(battle.grid, (4, 4), (4, 4)), 1, direction=(-1, 1))
    found = best_of_template(battle, "me", template, aim_at(battle, template, 20))
    assert found is not None
    (one,) = found.best
    assert one.equals == 4  # the centre, and the corner where the square lies ahead, four times
    assert one.place == Placement("corner", 4, 4, (1, 1))
