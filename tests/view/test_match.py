"""What the screen offers is what the engine allows."""

from pathlib import Path

from game.content.scenarios import read_scenario
from game.rules.actions import Attack, Begin, Move
from game.rules.engine import legal_actions
from game.view.match import Match, Option
from game.view.screens.aiming import occupant_of, walk_end
from game.view.story import last_lines, rows_of


def begun(yard: Path) -> Match:
    match = Match.start(read_scenario(yard), seed=5)
    match.do(Begin())
    return match


def every_option(options: tuple[Option, ...]) -> list[Option]:
    return [inner for each in options for inner in (each, *every_option(each.items))]


def test_the_bar_offers_every_kind_of_legal_action_and_no_other(yard: Path) -> None:
    match = begun(yard)
    for _ in range(12):
        legal = legal_actions(match.battle)
        options = every_option(match.options())
        offered = {each.action for each in options if each.action is not None and each.refused is None}
        attacks = {Attack(match.active.id, target, each.weapon, each.mode)
                   for each in options if each.kind == "attack" for target in match.targets(each)}
        assert offered == {each for each in legal if each.kind not in ("attack", "move", "end_turn")}
        assert attacks <= set(legal)
        bare = {each for each in legal if isinstance(each, Attack) and not each.weapon}
        assert attacks | bare >= {each for each in legal if isinstance(each, Attack) and each.weapon and (
            each.mode == "ranged" or match.active.sheet.weapon(each.weapon).reach)}
        walk = next(each for each in options if each.kind == "walk")
        assert (walk.refused is None) == any(isinstance(each, Move) for each in legal)
        match.do(next((each for each in legal if isinstance(each, Attack)), legal[-1]))
        if match.battle.phase == "over":
            break


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
