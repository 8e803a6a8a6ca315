"""Legal actions counted on small positions, as chess programs count theirs: a change of the rules shows as a number.

``reached`` follows every legal action and counts the positions so many actions deep, with the same dice each time.
"""

from collections import Counter

import pytest

from game.rules.actions import Move
from game.rules.dice import SeededDice
from game.rules.engine import apply, legal_actions, why_illegal
from game.rules.state import Structure
from game.spatial.grid import block, wall
from tests.rules.arena import battle, fight, fighter
from tests.rules.test_quick import fast

DICE = SeededDice(7)
FAMILIES = ("move", "attack", "break", "attack_structure", "door", "delay", "end_turn", "begin", "deploy")


def counts(state):
    """Legal actions by kind, of the kinds counted here."""
    found = Counter(each.kind for each in legal_actions(state))
    return {kind: found[kind] for kind in FAMILIES if found[kind]}


def reached(state, depth):
    """Positions so many actions deep, along actions of these kinds."""
    if depth == 0:
        return 1
    return sum(reached(apply(state, action, DICE)[0], depth - 1)
               for action in legal_actions(state) if action.kind in FAMILIES)


def duel(**fields):
    return fight(fighter("a", "red", (1, 1), **fields), fighter("b", "blue", (2, 1), pv=40), cols=3, rows=3)


def corridor():
    return fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (5, 0), pv=40), cols=6, rows=1)


def cell():
    """A door to the east, a thin pane to the south, closed corners."""
    made = fight(fighter("a", "red", (0, 0), weapons=("axe",)), fighter("b", "blue", (3, 0), pv=40), cols=4, rows=2,
                 barriers=[*block((1, 0), structure="door"), wall((0, 1), (1, 1), structure="pane")])
    return made.but(structures=(Structure("door", "door", ((1, 0),), open=False, nd=25),
                                Structure("pane", "window", (), (0, 1, 1, 1), nd=10)))


def archers():
    return fight(fighter("a", "red", (0, 0), weapons=("bow",)), fighter("b", "red", (0, 2), weapons=("javelin",)),
                 fighter("c", "blue", (5, 1), pv=40), cols=6, rows=3)


def large():
    return fight(fighter("a", "red", (0, 0), size="large"), fighter("b", "blue", (3, 1), pv=40), cols=4, rows=3)


def before():
    return battle(fighter("a", "red", None), fighter("b", "blue", (3, 0)), cols=4, rows=2,
                  zones={"red": ((0, 0), (0, 1))})


def quick():
    return fast(fighter("b", "blue", (3, 0)), fighter("a", "red", (0, 0)), cols=4, rows=1)


# each position: its legal actions by kind, and the positions one, two, three actions deep
POSITIONS = {
    # nine squares, two of them taken; sword and fist
    duel: ({"move": 7, "attack": 2, "delay": 1, "end_turn": 1}, (11, 101, 358)),
    # four squares between them
    corridor: ({"move": 4, "delay": 1, "end_turn": 1}, (6, 33, 90)),
    # nowhere to go; axe and fist against door and pane
    cell: ({"break": 2, "attack_structure": 4, "door": 1, "delay": 1, "end_turn": 1}, (9, 44, 184)),
    # 18 squares, three of them taken; one enemy in range
    archers: ({"move": 15, "attack": 1, "delay": 2, "end_turn": 1}, (19, 337)),
    # six places for four squares at once, one its own, two on the enemy; reach 2
    large: ({"move": 3, "attack": 2, "delay": 1, "end_turn": 1}, (7, 43, 216)),
    before: ({"deploy": 2}, (2, 4, 20)),
    quick: ({"begin": 1}, (1, 3, 11)),
}  # fmt: skip


@pytest.mark.parametrize("position", POSITIONS, ids=lambda each: each.__name__)
def test_actions_by_kind_and_positions_by_depth(position):
    # rule: ACT-1 ACT-6 STR-2 STR-3 QCK-4
    by_kind, depths = POSITIONS[position]
    assert counts(position()) == by_kind
    assert sum(by_kind.values()) == depths[0]
    for depth, expected in enumerate(depths, 1):
        assert reached(position(), depth) == expected


def test_what_is_listed_is_legal_and_other_walks_are_not():
    # rule: ACT-6
    for position in POSITIONS:
        state = position()
        listed = legal_actions(state)
        assert len({*listed}) == len(listed)
        assert all(why_illegal(state, action) is None for action in listed)
        if state.active is not None:
            walks = {each.to for each in listed if isinstance(each, Move)}
            for x in range(state.grid.cols):
                for y in range(state.grid.rows):
                    reason = why_illegal(state, Move(state.active.id, (x, y)))
                    assert (reason is None) == ((x, y) in walks)
