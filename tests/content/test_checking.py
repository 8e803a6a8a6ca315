"""Checking any file: what it is, and that nothing but a list of faults ever comes out."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.checked import parse_toml
from game.content.checking import check_file, files_to_check
from game.content.creatures import check_creatures
from game.content.maps import read_map
from game.content.saves import SavedGame, save_text
from game.content.scenarios import check_scenario
from game.errors import DataError
from game.paths import assets, maps
from game.rules.catalog import check_weapons, settings_with
from game.texts import tr
from tests.content.games import SMALL, played, small

SHIPPED = [*sorted(maps().glob("*.toml")), *sorted((assets() / "creatures").glob("*.toml")),
           *sorted((assets() / "rules").glob("*.toml"))]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_shipped_file_is_sound(path: Path) -> None:
    assert check_file(path) == ()


def test_without_a_path_everything_that_ships_is_checked() -> None:
    assert list(files_to_check()) == SHIPPED


def test_folders_are_searched_and_files_are_taken_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("b.toml", "a.toml", "in/c.toml", "notes.txt"):
        (tmp_path / name).write_text("x = 1")
    other = tmp_path / "notes.txt"
    assert [each.name for each in files_to_check([tmp_path, other])] == ["a.toml", "b.toml", "c.toml", "notes.txt"]


@pytest.mark.parametrize(("name", "content", "message"), [
    ("map.toml", "[map]\ncells = 3\n", "map.cells = 3: this must be a text in quotes"),
    ("scenario.toml", "[scenario]\n", "scenario.name: this field must be given"),
    ("creature.toml", "[[creature]]\n", "creature.1.name: this field must be given"),
    ("weapon.toml", '[[weapon]]\nid = "x"\n', "weapon.1.name: this field must be given"),
    ("damage.toml", '[[type]]\nid = "x"\nname = "x"\n', "type.1.id = \"x\": this is not known"),
    ("settings.toml", "high_ground = -1\n", "high_ground = -1: this must be above 0"),
    ("settings.toml", "high_ground = 1.0\nlow_ground = 1\n", "low_ground = 1: there is no such field"),
    ("other.toml", "x = 1\n", "this is neither a map, a scenario, creatures nor rules"),
    ("a.json", "{}", "this is not a saved game"),
    ("none.toml", None, "there is no such file"),
])
def test_a_file_is_checked_as_what_it_is(tmp_path: Path, name: str, content: str | None, message: str) -> None:
    if content is not None:
        (tmp_path / name).write_text(content)
    problems = check_file(tmp_path / name)
    assert problems
    assert message in "\n".join(str(each) for each in problems)
    assert all(each.file == str(tmp_path / name) for each in problems)


def test_a_save_can_be_checked(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(save_text(SavedGame(played(small(), 1, 10))), encoding="utf-8")
    assert check_file(path) == ()


# --- whatever the file -----------------------------------------------------------------------------------------------

SOURCES = {
    "scenario": SMALL,
    "map": (maps() / "temple.toml").read_text(encoding="utf-8"),
    "creature": (assets() / "creatures" / "beasts.toml").read_text(encoding="utf-8"),
    "weapon": (assets() / "rules" / "weapons.toml").read_text(encoding="utf-8")[:1500],
}
PIECES = st.sampled_from([
    "", "=", "[", "]", "[[", "{", "}", '"', "'", '"""', "#", ",", ".", "\n", "\\", "-", "0", "-1", "1e999", "nan",
    "inf", "99999999999999999999", "true", "2020-01-01", "[]", "{}", "A1", "[map]", "[[creature]]", "[legend]",
    "[[barrier]]", "[settings]", "x = 1\n", "pv = 0\n", 'at = "Z9"\n', "é", "\0", "\t", "  ",
    "size = 'colossal'\n", "height_step = 1e-9\n",
])


def opened(kind: str, source: str) -> None:
    document = parse_toml(source, "f.toml")
    match kind:
        case "scenario":
            check_scenario(document, maps())
        case "map":
            read_map(document)
        case "creature":
            check_creatures(document)
        case "weapon":
            check_weapons(document)


def tries_to_open(kind: str, changes: list[tuple[float, int, str]]) -> None:
    source = SOURCES[kind]
    for share, length, piece in changes:
        at = int(share * len(source))
        source = source[:at] + piece + source[at + length :]
    found: list[int] = []
    try:
        opened(kind, source)
    except DataError as error:
        found = [each.line if tr(each.message) else -1 for each in error.problems] or [-1]
    assert all(0 <= line <= source.count("\n") + 2 for line in found)


KINDS = st.sampled_from(sorted(SOURCES))
CHANGES = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 30), PIECES), min_size=1, max_size=4)


@settings(max_examples=200)
@given(KINDS, CHANGES)
def test_any_change_to_a_file_is_harmless_or_told(kind: str, changes: list[tuple[float, int, str]]) -> None:
    tries_to_open(kind, changes)


@pytest.mark.long
@settings(max_examples=5000)
@given(KINDS, CHANGES)
def test_any_change_to_a_file_at_length(kind: str, changes: list[tuple[float, int, str]]) -> None:
    tries_to_open(kind, changes)


@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from(["diagonals", "sizes", "hands", "high_ground", "x"]),
                       st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
                                    lambda inner: st.lists(inner, max_size=2)
                                    | st.dictionaries(st.sampled_from(["mini", "side"]), inner, max_size=2),
                                    max_leaves=4)))
def test_any_settings_are_taken_or_told(overrides: dict[str, object]) -> None:
    found: tuple[object, ...] = (True,)
    try:
        settings_with(overrides)
    except DataError as error:
        found = error.problems
    assert found
