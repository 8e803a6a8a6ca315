"""Puzzles: the search against an exhaustive one, what counts as solved, files, what the command says."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from game import cli
from game.checked import parse_toml
from game.content.checking import check_file
from game.errors import DataError, FlancoError
from game.learn.checking import CHECKS
from game.learn.goals import All, Covered, Did, Fallen, Goal, Has, Hit, Out, Reach, Sheet, Stand, Unseen, Within
from game.learn.holding import holds
from game.learn.judging import judge
from game.learn.puzzle_files import (
    check_puzzle,
    own_puzzles_folder,
    parse_puzzle,
    puzzle_text,
    puzzles,
    read_puzzle,
    save_puzzle,
)
from game.learn.puzzles import Puzzle, from_game, met, play, solve, why_not
from game.learn.reading import lessons
from game.learn.search.walks import foreseeable, plain_walks
from game.learn.sure import LowDice
from game.rules.actions import Attack, Dash, Delay, EndTurn, Move, UseDoor
from game.rules.dice import SeededDice
from game.rules.engine import apply, legal_actions
from game.rules.history import Game, Step
from game.rules.powers import powers
from game.rules.state import Battle, Structure
from game.spatial.grid import Grid, block
from game.texts import set_language
from tests.rules.arena import fight, fighter

LOW = block((3, 2), 1.0, structure="low")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


def small(**more: object) -> Battle:
    """Ana with sword and bow on A1 of a small map; an orc on E3."""
    return fight(fighter("ana", "us", (0, 0), weapons=("sword", "bow")), fighter("orc", "them", (4, 2)),
                 **{"cols": 5, "rows": 4, **more})  # type: ignore[arg-type]


def walled() -> Battle:
    return small(barriers=LOW, structures=(Structure("low", "low_wall", ((3, 2),)),))


def flanked() -> Battle:
    return fight(fighter("ana", "us", (0, 0)), fighter("bo", "us", (4, 1)), fighter("orc", "them", (3, 1)),
                 cols=5, rows=3)


def caster() -> Battle:
    who = fighter("ana", "us", (0, 1), mobility=(2, 6), powers=(powers()["frost-breath"],))
    return fight(who, fighter("bo", "us", (2, 1)), fighter("orc", "them", (4, 1)), fighter("elf", "them", (4, 2)),
                 cols=6, rows=4, listed_places=400)


CASES: dict[str, tuple[Battle, tuple[Goal, ...]]] = {
    "stand": (small(), (Stand("ana", ((4, 0),)),)),
    "two moves": (small(cols=12, grid=Grid.empty(12, 1)).with_combatant(fighter("orc", "them", (11, 0))),
                  (Stand("ana", ((9, 0),)),)),
    "cover": (walled(), (Covered("ana", ("orc",)),)),
    "unseen, prone": (walled(), (Unseen("ana", ("orc",)),)),
    "condition": (small(), (Has("ana", "prone"), Within("ana", "orc", 2))),
    "flank": (flanked(), (Sheet("ana", "orc", holds=("SIT-2",), made=True),)),
    "reach": (small(), (Reach("ana", "orc"),)),
    "draw and shoot": (small(), (Sheet("ana", "orc", weapon="bow", mode="ranged", made=True),)),
    "strike after a walk": (small(), (Did("attack", "ana", "orc"), Within("ana", "orc", 1))),
    "all": (small(), (All((Did("move", "ana"), Stand("ana", ((2, 2),)))),)),
    "cone": (caster(), (Hit("ana", least=2, allies=0),)),
    "cone of three": (caster(), (Hit("ana", least=3),)),
    "only dice": (small(), (Out("orc"),)),
    "already": (small(), (Within("ana", "orc", 9),)),
}


def exhaustive(puzzle: Puzzle, most: int) -> int | None:
    """The fewest actions, with everything that is listed tried again and again and nothing left out."""
    level = [Game(puzzle.battle)]
    for depth in range(most + 1):
        if any(met(puzzle, each) for each in level):
            return depth
        after = []
        for game in level:
            if depth == most or (game.done and game.past[-1].dice):
                continue
            for action in legal_actions(game.battle):
                if getattr(action, "who", "") == puzzle.who and not isinstance(action, EndTurn | Delay):
                    battle, events = apply(game.battle, action, LowDice())
                    after.append(replace(game, steps=(*game.past, Step(action, events, battle)), done=game.done + 1))
        level = after
    return None


def of_cases() -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("battle", "goals"), [pytest.param(*each, id=name) for name, each in CASES.items()])


# --- the search ------------------------------------------------------------------------------------------------------


@of_cases()
def test_the_search_agrees_with_an_exhaustive_one(battle: Battle, goals: tuple[Goal, ...]) -> None:
    puzzle = from_game(battle, "ana", *goals)
    found, wanted = solve(puzzle, most=2), exhaustive(puzzle, 2)
    assert (None if found is None else len(found.actions)) == wanted
    if found is not None:
        assert met(puzzle, play(puzzle, found.actions))


@pytest.mark.long
@pytest.mark.parametrize("name", ["draw and shoot", "unseen, prone", "flank", "condition", "only dice"])
def test_the_search_agrees_with_an_exhaustive_one_three_deep(name: str) -> None:
    battle, goals = CASES[name]
    puzzle = from_game(battle, "ana", *goals)
    found = solve(puzzle, most=3)
    assert (None if found is None else len(found.actions)) == exhaustive(puzzle, 3)


def test_a_weapon_is_drawn_and_shot_in_as_few_actions_as_can_be() -> None:
    """# rule: ACT-2 ACT-3"""
    found = solve(from_game(*_case("draw and shoot")))
    assert found is not None
    assert [each.kind for each in found.actions] == ["switch", "attack"]


def test_a_walk_in_two_moves_is_found() -> None:
    """# rule: ACT-1 MOV-1"""
    found = solve(from_game(*_case("two moves")))
    assert found is not None
    assert [each.kind for each in found.actions] in (["move", "move"], ["dash"])
    assert found.game.battle["ana"].cell == (9, 0)


def _case(name: str) -> tuple[Battle, str, *tuple[Goal, ...]]:
    battle, goals = CASES[name]
    return battle, "ana", *goals


def test_an_attack_counts_by_its_sheet_and_not_by_its_dice() -> None:
    """That the orc falls needs luck; that it is attacked does not. # rule: TST-6"""
    weak = small().with_combatant(fighter("orc", "them", (1, 0), hurt=9))
    assert solve(from_game(weak, "ana", Out("orc")), most=1) is None
    found = solve(from_game(weak, "ana", Did("attack", "ana", "orc")), most=1)
    assert found is not None
    assert [each.kind for each in found.actions] == ["attack"]


def test_what_rolls_dice_is_the_last_action() -> None:
    weak = small().with_combatant(fighter("orc", "them", (1, 0)))
    puzzle = from_game(weak, "ana", Did("attack", "ana", "orc"), Stand("ana", ((0, 1),)))
    found = solve(puzzle)
    assert found is not None
    assert [each.kind for each in found.actions] == ["move", "attack"]
    game = play(puzzle, (Attack("ana", "orc", "sword", "melee"),))
    assert str(why_not(puzzle, game, Move("ana", (0, 1)))) == "what rolls dice is the last action of a puzzle"
    with pytest.raises(FlancoError):
        play(puzzle, (Attack("ana", "orc", "sword", "melee"), Move("ana", (0, 1))))


def test_others_do_not_act_in_a_puzzle() -> None:
    puzzle = from_game(small(), "ana", Reach("ana", "orc"))
    assert str(why_not(puzzle, Game(puzzle.battle), EndTurn("orc"))) == "in this puzzle Ana acts alone"
    assert why_not(puzzle, Game(puzzle.battle), Move("ana", (1, 1))) is None


def test_a_search_can_be_stopped_and_tells_how_far_it_is() -> None:
    puzzle, shares = from_game(small(), "ana", Out("orc")), list[float]()
    assert solve(puzzle, shares.append, lambda: len(shares) > 5) is None
    assert shares == sorted(shares)
    assert 0 <= shares[0] < 1


def test_a_walk_foreseen_is_the_walk_that_is_walked() -> None:
    """# rule: ACT-2"""
    for each in (small(), walled(), small(diagonals="alternating"), small(split_walk=False)):
        assert foreseeable(each, "ana")
        for first in (Move("ana", (1, 1)), Move("ana", (2, 0))):
            battle = apply(each, first, LowDice())[0]
            walked = 0
            for walks in plain_walks(battle, "ana", np.zeros(battle.map.shape, np.bool_)):
                for y, x in np.argwhere(walks.to).tolist():
                    stands = battle.with_combatant(battle["ana"].but(cell=(x, y)))
                    assert stands.but(turn=walks.turn) == apply(battle, walks.action("ana", (x, y)), LowDice())[0]
                    walked += 1
            assert walked == sum(isinstance(each, Move | Dash) for each in legal_actions(battle))


def test_goals_hold_as_they_are_judged() -> None:
    """The quick answer and the one with its proof are the same, in every lesson along seeded games."""
    for number, lesson in enumerate(lessons().lessons.values()):
        game, dice = Game(lesson.battle), SeededDice(number)
        goals = [*lesson.task.goals, Did("move"), Did("attack", lesson.plays[0])]
        for step in range(5):
            for goal in goals:
                assert holds(goal, game) == judge(goal, game).met, (lesson.id, step, goal)
            actions = legal_actions(game.battle)
            game = game.do(actions[(7 * step + 3 * number) % len(actions)], dice)
    for battle, goals_ in CASES.values():
        for each in goals_:
            assert holds(each, Game(battle)) == judge(each, Game(battle)).met


@pytest.mark.parametrize("id", ["your-turn", "arms-length", "opposite-sides", "nowhere-to-aim", "circle-line-cone"])
def test_tasks_of_lessons_are_solved_as_puzzles(id: str) -> None:
    lesson = lessons().lessons[id]
    puzzle = from_game(lesson.battle, lesson.plays[0], *lesson.task.goals)
    found = solve(puzzle)
    assert found is not None
    assert len(found.actions) <= len([each for each in lesson.task.solution if each.kind != "end_turn"])


# --- from a game -----------------------------------------------------------------------------------------------------


def test_any_position_becomes_a_puzzle_at_the_start_of_its_turn() -> None:
    battle = apply(small(), EndTurn("ana"), LowDice())[0]
    puzzle = from_game(battle, "ana", Reach("ana", "orc"))
    assert puzzle.battle.active is not None
    assert puzzle.battle.active.id == "ana"
    assert puzzle.battle.turn.untouched


@pytest.mark.parametrize(("who", "goal"), [
    ("nobody", Reach("ana", "orc")), ("ana", Reach("ana", "nobody")), ("ana", Fallen("nothing"))])
def test_names_that_name_nothing_make_no_puzzle(who: str, goal: Goal) -> None:
    with pytest.raises(FlancoError):
        from_game(small(), who, goal)


def test_who_is_out_or_not_there_has_no_puzzle() -> None:
    for each in (fighter("ana", "us", None), fighter("ana", "us", (0, 0), out=True)):
        with pytest.raises(FlancoError):
            from_game(small().with_combatant(each), "ana", Reach("ana", "orc"))


# --- files -----------------------------------------------------------------------------------------------------------


@of_cases()
def test_a_puzzle_is_written_and_read_back(battle: Battle, goals: tuple[Goal, ...]) -> None:
    puzzle = from_game(battle, "ana", *goals, id="mine", name='Ana\'s "turn"', said="Do it.")
    if met(puzzle, Game(puzzle.battle)):
        with pytest.raises(DataError, match="reached before anything is done"):
            parse_puzzle(parse_toml(puzzle_text(puzzle), "mine.toml"))
        return
    assert parse_puzzle(parse_toml(puzzle_text(puzzle), "mine.toml")) == replace(puzzle, file="mine.toml")


WRITTEN = """
[puzzle]
id = "gap"
name = "The gap"
text = "Get behind the guard."
who = "ana"
goals = [{ kind = "within", who = "ana", target = "guard", metres = 1 }]

[map]
cells = '''
......
......
'''

[[team]]
id = "us"
name = "Us"
players = true

[[team]]
id = "them"
name = "Them"

[[creature]]
kind = "guard"
id = "ana"
name = "Ana"
team = "us"
at = "A1"

[[creature]]
kind = "guard"
id = "guard"
team = "them"
at = "F1"
"""


def test_a_puzzle_is_written_by_hand_like_a_lesson(tmp_path: Path) -> None:
    path = tmp_path / "gap.toml"
    path.write_text(WRITTEN)
    assert check_file(path, CHECKS) == ()
    found = solve(read_puzzle(path))
    assert found is not None
    assert [each.kind for each in found.actions] == ["move"]


@pytest.mark.parametrize(("old", "new", "field", "said"), [
    ('target = "guard"', 'target = "gaurd"', "puzzle.goals.1.target", "guard"),
    ("metres = 1", "metres = 100", "puzzle.goals", "reached before anything"),
    ('who = "ana"\ngoals', 'who = "bo"\ngoals', "puzzle.who", "ana"),
    ('kind = "within"', 'kind = "without"', "puzzle.goals", "within"),
    ('at = "F1"', 'at = "Z9"', "creature.2.at", ""),
    ('at = "F1"\n', "", "creature.2", ""),
    ('[map]', '[mep]', "mep", ""),
    ('goals = [{ kind = "within", who = "ana", target = "guard", metres = 1 }]',
     'goals = [{ kind = "fallen", structure = "x" }]', "puzzle.goals.1.structure", ""),
    ('goals = [{ kind = "within", who = "ana", target = "guard", metres = 1 }]',
     'goals = [{ kind = "out", target = "guard" }]', "puzzle.goals", "no actions of one turn"),
])
def test_faults_of_a_puzzle_file_are_named_where_they_stand(
    tmp_path: Path, old: str, new: str, field: str, said: str
) -> None:
    path = tmp_path / "gap.toml"
    assert old in WRITTEN
    path.write_text(WRITTEN.replace(old, new))
    problems = check_file(path, CHECKS)
    assert any(each.field.startswith(field) and each.line and said in str(each) for each in problems), problems


@pytest.mark.parametrize("state", ['"{}"', '"nonsense"', '"[1]"'])
def test_a_state_that_is_none_is_a_fault(state: str) -> None:
    said = f'[puzzle]\nid = "x"\nname = "X"\ngoals = [{{ kind = "did", action = "move" }}]\nstate = {state}\n'
    with pytest.raises(DataError) as refused:
        check_puzzle(parse_toml(said, "x.toml"))
    assert refused.value.problems[0].field == "puzzle.state"


def test_a_state_with_tables_of_a_scenario_beside_it_is_a_fault() -> None:
    said = puzzle_text(from_game(*_case("reach"))) + '\n[map]\ncells = "..."\n'
    with pytest.raises(DataError, match="state of its own"):
        parse_puzzle(parse_toml(said, "x.toml"))


def test_own_puzzles_are_kept_in_the_users_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.learn.puzzle_files.user_data", lambda: tmp_path)
    assert puzzles() == ({}, ())
    puzzle = from_game(*_case("reach"), id="mine")
    path = save_puzzle(puzzle)
    assert path.parent == own_puzzles_folder()
    (own_puzzles_folder() / "twice.toml").write_text(puzzle_text(puzzle))
    (own_puzzles_folder() / "worse.toml").write_text("[puzzle]\n")
    found, faults = puzzles()
    assert found == {"mine": replace(puzzle, file=str(path), own=True)}
    assert {Path(each.file).name for each in faults} == {"twice.toml", "worse.toml"}


# --- the command -----------------------------------------------------------------------------------------------------


def test_the_command_reads_a_puzzle_and_solves_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "gap.toml"
    path.write_text(WRITTEN)
    assert cli.main(["--lang", "en", "puzzle", str(path)]) == 0
    assert capsys.readouterr().out == "The gap\nGet behind the guard.\nAna has one turn. No dice.\n"
    assert cli.main(["--lang", "en", "puzzle", str(path), "--solve"]) == 0
    assert "Fewest actions: 1.\n- Ana walks from A1 to E1" in capsys.readouterr().out
    path.write_text(WRITTEN.replace('{ kind = "within", who = "ana", target = "guard", metres = 1 }',
                                    '{ kind = "out", target = "guard" }'))
    assert cli.main(["--lang", "en", "puzzle", str(path), "--solve"]) == 2
    assert "No actions of one turn reach this." in capsys.readouterr().out


def test_doors_are_opened_without_dice() -> None:
    """# rule: ACT-2"""
    lesson = lessons().lessons["round-the-corner"]
    found = solve(from_game(lesson.battle, "rosa", *lesson.task.goals), most=2)
    assert found is not None
    assert isinstance(found.actions[0], UseDoor)
    assert [bool(each.dice) for each in found.game.past] == [False, True]


def test_a_jump_down_is_not_taken_for_a_walk() -> None:
    """It may hurt: the place below is reached by it alone. # rule: MOV-3"""
    grid = Grid.empty(5, 1)
    height = grid.height.copy()
    height[0, :2] = 4 * 64
    battle = small(grid=grid.replace(height=height)).with_combatant(fighter("orc", "them", (4, 0)))
    puzzle = from_game(battle, "ana", Stand("ana", ((2, 0),)))
    found = solve(puzzle, most=2)
    assert found is not None
    assert [getattr(each, "jump", False) for each in found.actions] == [True]
    assert exhaustive(puzzle, 1) == 1
