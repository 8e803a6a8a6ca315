"""The ruler says what the masks say."""

import random

import pytest

from game.content.scenarios import find_scenario, read_scenario
from game.insight.masks import Question, ask
from game.insight.ruler import measure
from game.rules.bodies import body_of
from game.spatial.grid import PLAIN, UNITS, Body, Grid, units, wall
from game.spatial.metric import distance
from tests.rules.arena import fight, fighter


def test_a_wall_between_two_squares():
    start = fight(fighter("a", "red", (9, 7)), grid=Grid.empty(10, 8, [wall((5, 0), (5, 8), top=1.4)]))
    found = measure(start, (3, 3), (7, 3))
    assert (found.metres, found.rise) == (4, 0)
    assert (found.there.cover, found.there.seen) == (found.back.cover, found.back.seen) == (1, True)
    high = fight(fighter("a", "red", (9, 7)), grid=Grid.empty(10, 8, [wall((5, 0), (5, 8), top=3.0)]))
    assert (measure(high, (3, 3), (7, 3)).there.cover, measure(high, (3, 3), (7, 3)).there.seen) == (2, False)


def test_height_has_a_sign_and_a_square_sees_itself():
    grid = Grid.empty(6, 4)
    height = grid.height.copy()
    height[:, 3:] = units(2)
    start = fight(fighter("a", "red", (0, 0)), grid=grid.replace(height=height))
    assert measure(start, (1, 1), (4, 1)).rise == 2
    assert measure(start, (4, 1), (1, 1)).rise == -2
    assert measure(start, (1, 1), (1, 1)).there.seen


@pytest.mark.parametrize("name", ["bridge", "ruin", "palisade", "sorcerers", "crossroads"])
def test_it_equals_the_masks(name):
    """Cover and sight both ways, from and to creatures and bare squares; the distance is that of a shot."""
    rng = random.Random(name)
    battle = read_scenario(find_scenario(name)).battle
    grid, masks = battle.grid, {}

    def field(kind, body, tall):
        key = (kind, body, tall)
        if key not in masks:
            masks[key] = ask(grid, Question(kind, body, tall=tall / UNITS)).values
        return masks[key]

    ends = [each.cell for each in battle.combatants if each.cell is not None]
    ends += [(rng.randrange(grid.cols), rng.randrange(grid.rows)) for _ in range(4)]
    bodies = {cell: next((body_of(battle, who) for who in battle.present() if cell in body_of(battle, who).cells),
                         Body.on(grid, cell)) for cell in ends}
    for start in ends[:6]:
        for end in ends:
            a, b = bodies[start], bodies[end]
            if a == b:
                continue
            found = measure(battle, start, end)
            assert found.metres == distance(a, b, battle.settings.diagonals) / PLAIN
            for view, who, other, cell in ((found.there, a, b, end), (found.back, b, a, start)):
                assert view.cover == field("cover", who, other.tall)[cell[1], cell[0]]
                assert view.seen == field("sight", who, other.tall)[cell[1], cell[0]]
