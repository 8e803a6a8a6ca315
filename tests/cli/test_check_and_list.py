"""``flanco check`` and ``flanco list``."""

from pathlib import Path

import pytest

from tests.cli.calls import here


def test_check_names_every_fault_and_ends_with_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, door: Path
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('[map]\nnam = "x"\ncells = """\n..\n.Q\n"""\n', encoding="utf-8")
    code, out, _ = here(capsys, "check", str(door), str(bad))
    assert code == 1
    assert out.splitlines() == [
        f'{bad}:2: map.nam = "x": there is no such field; did you mean name?',
        f'{bad}:5: map.cells = "Q": this character, in column 2 and 1 cells in all, means nothing; allowed: .',
        "2 files checked, 2 faults",
    ]


def test_check_finds_nothing_wrong_with_what_ships(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = here(capsys, "check")
    assert code == 0
    assert out.endswith(" files checked, 0 faults\n")


@pytest.mark.parametrize(("what", "expected"), [
    ((), "bridge"), (("maps",), "old-bridge"), (("creatures",), "ogre"), (("weapons",), "sword"),
])
def test_list_names_what_ships(capsys: pytest.CaptureFixture[str], what: tuple[str, ...], expected: str) -> None:
    code, out, _ = here(capsys, "list", *what)
    assert code == 0
    assert expected in [line.split()[0] for line in out.splitlines()]
