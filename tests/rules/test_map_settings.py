"""Decisions about the map that a table may read otherwise: each setting changes what it says."""

import pytest

from game.rules.actions import Attack, AttackStructure, Manoeuvre
from game.rules.engine import legal_actions
from game.rules.state import Structure
from game.spatial.grid import block
from tests.rules.arena import amounts, fight, fighter, reason, sheet_of


@pytest.mark.parametrize(("rule", "away", "words"), [
    ("uniform", (2, 2), ""), ("alternating", (2, 2), "3 m away"), ("exact", (2, 2), ""), ("orthogonal", (2, 2), "4 m"),
    ("uniform", (1, 1), ""), ("alternating", (1, 1), ""), ("exact", (1, 1), ""), ("orthogonal", (1, 1), ""),
    ("alternating", (2, 1), ""), ("orthogonal", (2, 1), "3 m away"),
])
def test_how_reach_counts_diagonals_is_a_setting(rule, away, words):
    """paizo rzs2nwes, rzs42r4j: a reach of 2 m and the square two diagonals away."""
    # rule: ATK-1
    there = (3 + away[0], 3 + away[1])
    start = fight(fighter("a", "red", (3, 3), weapons=("spear",)), fighter("b", "blue", there), reach_diagonals=rule)
    action = Attack("a", "b", "spear")
    assert words in reason(start, action)
    assert (action in legal_actions(start)) == (not words)


def test_reach_by_a_setting_is_the_same_for_things_manoeuvres_and_flanking():
    # rule: ATK-1 SIT-2 STR-2
    door = Structure("door", "door", ((4, 4),), open=False, nd=25)
    plain = fight(fighter("a", "red", (3, 3)), fighter("b", "blue", (4, 2)), fighter("c", "red", (5, 1)),
                  barriers=block((4, 4), structure="door"), structures=(door,))
    aslant = plain.but(settings=fight(fighter("a", "red", (0, 0)), reach_diagonals="orthogonal").settings)
    assert amounts(sheet_of(plain, "a", "b")) == {"SIT-2": 2}
    assert amounts(sheet_of(aslant, "a", "b")) == {}
    for action in (AttackStructure("a", "door", "sword"), Manoeuvre("a", "b", "trip", "sword")):
        assert reason(plain, action) == ""
        assert "2 m away" in reason(aslant, action)
