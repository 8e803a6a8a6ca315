"""Files of the user's folders that are broken, foreign, odd or huge: told, never a traceback, never waited for."""

import os
import sys
from pathlib import Path

import pytest

from game.errors import FlancoError
from game.learn.files import MOST_TOLD, few, files_in
from game.learn.goals import Did, Fallen
from game.learn.puzzle_files import free_id, id_of, own_puzzles_folder, puzzles, save_puzzle
from game.learn.puzzles import from_game
from game.learn.reading import lessons, lessons_folder, own_lessons_folder
from game.texts import set_language

LESSON = (lessons_folder() / "01-your-turn.toml").read_text(encoding="utf-8").replace('"your-turn"', '"mine"')
LETTER = LESSON.replace("Ana", "Anã")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    own_lessons_folder().mkdir(parents=True)
    own_puzzles_folder().mkdir(parents=True)
    set_language("en")



def told(content: bytes) -> str:
    """The faults beside the list of lessons, once the folder has such a file; the program's own are all there."""
    (own_lessons_folder() / "odd.toml").write_bytes(content)
    shelf = lessons()
    assert list(shelf.lessons)[:14] == list(lessons(own=False).lessons)
    assert len(shelf.lessons) == 14 + (not shelf.faults)
    return "\n".join(few(shelf.faults))


@pytest.mark.parametrize(("content", "said"), [
    (b"", "this file is empty"),
    (bytes(range(256)), "this file is not UTF-8 text"),
    (LESSON.encode("utf-16"), "this file is not UTF-8 text"),
    (LETTER.encode("latin-1"), "this file is not UTF-8 text (byte 0xe3)"),
    (LESSON.replace("Ana", "A\0na").encode(), "this character may not stand in a text"),
    (LESSON.replace("\n", "\r").encode(), "this character may not stand here"),
    (b"#" * 5_000_000, "this file is larger than 4000000 bytes"),
    (LESSON.replace("goals = [", "goals = [" + "{ kind = \"all\", goals = [" * 300 + "] }" * 300 + ", ").encode(),
     "lists or tables are nested too deeply"),
    (LESSON.replace("number = 1", "number = " + "9" * 5000).encode(), "a number has too many digits"),
    (LESSON.replace("[lesson]", '[lesson]\nmap = "nowhere"').encode(), "the file has a [map] of its own"),
    (LESSON.replace("[lesson]", '[lesson]\nneeds = ["mine"]').encode(), "this lesson needs itself"),
])
def test_a_file_that_cannot_be_used_is_told_beside_the_list(content: bytes, said: str) -> None:
    if "needs itself" not in said:
        assert said in told(content)
        return
    (own_lessons_folder() / "odd.toml").write_bytes(content)
    assert said in "\n".join(few(lessons().faults))


@pytest.mark.parametrize("content", [
    LETTER.encode("utf-8-sig"), LESSON.replace("\n", "\r\n").encode(), (LESSON + "\n#" + "x" * 3_000_000).encode(),
    LESSON.replace("[task]", '[[step]]\ntext = "x"\n' * 500 + "[task]").encode()])
def test_an_odd_file_that_is_sound_is_a_lesson(content: bytes) -> None:
    assert told(content) == ""
    assert "mine" in lessons().lessons


def test_of_many_faults_of_a_file_some_are_told_and_how_many_more() -> None:
    said = told(("\n".join(f"k{n} = {n}" for n in range(500)) + "\n" + LESSON).encode()).split("\n")
    assert len(said) == MOST_TOLD + 1
    assert said[-1].endswith(f"{500 - MOST_TOLD} faults more; flanco check tells all of them")


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes with names")
def test_what_only_looks_like_a_file_holds_nobody_up() -> None:
    """Opening a pipe would wait for a writer for ever."""
    for folder in own_lessons_folder(), own_puzzles_folder():
        os.mkfifo(folder / "pipe.toml")
        os.symlink(folder / "nowhere", folder / "gone.toml")
        (folder / "folder.toml").mkdir()
        assert [each.name for each in files_in(folder)] == ["folder.toml"]
    assert "this is a folder, not a file" in "\n".join(few(lessons().faults))
    assert "this is a folder, not a file" in "\n".join(few(puzzles()[1]))


def test_a_file_is_read_once_and_again_when_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    path = own_lessons_folder() / "mine.toml"
    path.write_text(LESSON, encoding="utf-8")
    first = lessons().lessons["mine"]
    read: list[Path] = []
    monkeypatch.setattr("game.learn.files.load_toml", lambda each: read.append(each))
    assert lessons().lessons["mine"] == first
    assert read == []
    monkeypatch.undo()
    monkeypatch.setenv("XDG_DATA_HOME", str(path.parents[2]))
    path.write_text(LESSON.replace('name = "Your turn"', 'name = "Anew and longer"'), encoding="utf-8")
    assert lessons().lessons["mine"].name == "Anew and longer"


def test_a_lesson_with_a_map_in_a_file_of_its_own_follows_that_map() -> None:
    head, rest = LESSON.split("[map]", 1)
    drawn, rest = rest.split("[[team]]", 1)
    folder = own_lessons_folder()
    (folder / "mine.toml").write_text(head.replace("[lesson]", '[lesson]\nmap = "yard.map"') + "[[team]]" + rest)
    (folder / "yard.map").write_text("[map]" + drawn)
    assert "mine" in lessons().lessons, list(few(lessons().faults))
    before = lessons().lessons["mine"].battle.map
    (folder / "yard.map").write_text("[map]" + drawn.replace('ground = "grass"', 'ground = "stone"'))
    assert lessons().lessons["mine"].battle.map != before


@pytest.mark.parametrize("state", ["", "[]", "{", "1e999", '"\\ud800"', "null", "[" * 2000, '{"map":1}'])
def test_a_broken_position_of_a_puzzle_is_told(state: str) -> None:
    written = state.replace("\\", "\\\\").replace('"', '\\"')
    (own_puzzles_folder() / "odd.toml").write_text(
        f'[puzzle]\nid = "p"\nname = "P"\ngoals = [{{ kind = "did", action = "move" }}]\nstate = "{written}"\n')
    found, faults = puzzles()
    assert found == {}
    assert any(each.field == "puzzle.state" for each in faults)


def test_a_goal_about_a_thing_that_the_program_named_is_written_and_read_back() -> None:
    """Low walls between squares are named by their ends, with commas: the puzzle was saved and could not be read."""
    battle = lessons().lessons["behind-the-wall"].battle
    who = battle.combatants[0].id
    thing = next(each.id for each in battle.structures if "," in each.id)
    made = from_game(battle, who, Fallen(thing), id="wall")
    save_puzzle(made)
    found, faults = puzzles()
    assert not faults
    assert found["wall"].goals == made.goals


def test_where_one_side_is_left_there_is_no_puzzle() -> None:
    """The fight would be over with the first action, and so would the proof be."""
    battle = lessons().lessons["behind-the-wall"].battle
    team = battle.combatants[0].team
    alone = battle.but(combatants=tuple(each.but(cell=each.cell if each.team == team else None)
                                        for each in battle.combatants))
    with pytest.raises(FlancoError, match="nobody is left to fight against"):
        from_game(alone, battle.combatants[0].id, Did("move"))


def test_a_name_that_is_taken_gets_a_number_and_stays_an_id() -> None:
    """A name of 40 letters that was taken made a file that could not be read; so did the id of a file named apart."""
    long = id_of("Behind the wall of the old temple in the wood at night")
    battle = lessons().lessons["behind-the-wall"].battle
    for _ in range(3):
        save_puzzle(from_game(battle, battle.combatants[0].id, Did("move"), id=free_id(long)))
    shared = own_puzzles_folder() / "from-a-friend.toml"
    save_puzzle(from_game(battle, battle.combatants[0].id, Did("move"), id="gap"), shared)
    save_puzzle(from_game(battle, battle.combatants[0].id, Did("move"), id=free_id("gap")))
    found, faults = puzzles()
    assert not faults
    assert len(found) == 5
    assert all(len(each) <= 40 for each in found)
