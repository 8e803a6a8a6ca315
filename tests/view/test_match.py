"""What the screen offers is what the engine allows."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from game.content.scenarios import find_scenario, read_scenario
from game.rules.actions import (
    Action,
    Activate,
    Attack,
    Begin,
    Dash,
    EndTurn,
    Manoeuvre,
    Move,
    UseItem,
    UsePower,
)
from game.rules.engine import legal_actions
from game.view.camera import at
from game.view.match import Match
from game.view.offers import Option, aimed
from game.view.screens.aiming import field_of, occupant_of, walk_end
from game.view.story import last_lines, rows_of


def begun(yard: Path) -> Match:
    match = Match.start(read_scenario(yard), seed=5)
    if match.battle.phase == "deploy":
        match.do(Begin())
    return match


def every_option(options: tuple[Option, ...]) -> list[Option]:
    return [inner for each in options for inner in (each, *every_option(each.items))]


def reached(match: Match) -> set[Action]:
    """Every action that the bar leads to, but for walks and the places of areas."""
    found: set[Action] = set()
    for each in every_option(match.options()):
        if each.refused is not None or each.action is None:
            continue
        match each.kind:
            case "do":
                found.add(each.action)
            case "attack" | "target":
                found |= {aimed(each.action, (target,)) for target in match.targets(each)}
            case "thing":
                found |= {aimed(each.action, thing=id) for id in match.breakable(each)}
    return found


def leads_to(match: Match, action: Action) -> bool:
    """Whether an option of the bar is aimed so as to do this: a walk, an area, several targets, a chosen weapon."""
    options = [each for each in every_option(match.options()) if each.action is not None and each.refused is None]
    match action:
        case Move() | Dash():
            kinds = [each for each in options if each.kind == "walk" and isinstance(each.action, type(action))]
            return any(at(field_of(match.battle, match.active, each).reachable, action.to) for each in kinds)
        case UsePower() | Activate() | UseItem():
            bare = replace(action, targets=(), place=None)
            return any(each.action == bare and each.kind in ("area", "target") for each in options)
        case Manoeuvre():
            return any(each.action == replace(action, target="", aim="") for each in options)
    return False


@pytest.mark.parametrize("scenario", ["yard", "sorcerers", "tavern", "bridge"])
def test_every_legal_action_is_reached_from_the_bar_and_no_other_is(yard: Path, scenario: str) -> None:
    match = begun(yard if scenario == "yard" else find_scenario(scenario))
    chance, seen = random.Random(3), set()
    for _ in range(25):
        legal = legal_actions(match.battle)
        offered = reached(match)
        for action in legal:
            assert isinstance(action, EndTurn) or action in offered or leads_to(match, action), action
        for action in offered:
            assert match.why(action) is None
        seen |= {each.kind for each in legal}
        by_kind = {each.kind: each for each in legal}
        match.do(by_kind[chance.choice(sorted(by_kind))])
        if match.battle.phase == "over":
            break
    wanted = {"yard": "manoeuvre", "sorcerers": "power", "tavern": "break", "bridge": "attack"}
    assert {wanted[scenario], "move", "dash", "delay", "crouch"} <= seen


def test_where_a_click_leads_is_where_a_walk_may_end(yard: Path) -> None:
    match = begun(yard)
    ends = {each.to for each in legal_actions(match.battle) if isinstance(each, Move)}
    grid = match.battle.grid
    for y in range(grid.rows):
        for x in range(grid.cols):
            end = walk_end(match, (x, y))
            assert (end == (x, y)) == ((x, y) in ends)


def test_who_stands_on_a_cell(yard: Path) -> None:
    match = begun(yard)
    assert occupant_of(match.battle, (4, 3)) is match.battle["ana"]
    assert occupant_of(match.battle, (0, 0)) is None
    assert occupant_of(match.battle, None) is None


def test_the_log_tells_every_event(yard: Path) -> None:
    match = begun(yard)
    assert len(rows_of(match.game)) == len(match.game.log)
    assert last_lines(match.game, 1)
    attack = next((each for each in legal_actions(match.battle) if isinstance(each, Attack)), None)
    if attack is not None:
        match.do(attack)
        told = [row for row in rows_of(match.game) if match.battle[attack.target].name in row.said]
        assert any("d" in row.detail for row in told)


def test_two_matches_of_one_seed_roll_the_same(yard: Path) -> None:
    assert begun(yard).battle == begun(yard).battle
    assert begun(yard).seed == 5
