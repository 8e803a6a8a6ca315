"""The user's own creatures: written, read, changed, deleted, named by scenarios."""

import doctest
from dataclasses import replace
from pathlib import Path

import pytest

from game.checked import parse_toml
from game.cli import main
from game.content import library as module
from game.content.checking import check_file
from game.content.creatures import check_creatures, creatures
from game.content.library import (
    creature_table,
    creatures_text,
    delete_creature,
    id_for,
    kinds,
    library,
    library_folder,
    save_creature,
)
from game.content.scenarios import check_scenario
from game.errors import FlancoError, SaveError
from game.rules.catalog import weapons
from game.rules.sheet import Attribute, Sheet
from game.rules.traits import equipped, traits
from tests.content.games import SMALL

SIX = {name: Attribute(5, 6) for name in ("mobility", "acuity", "strength", "resistance", "spirit", "wits")}
OGRE = Sheet("ogro-do-sul", 'Ogro "Ñão"', **{**SIX, "strength": Attribute(12, 10)}, pv=33, size="large",
             weapons=(weapons()["club"],))


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.content.library.user_data", lambda: tmp_path / "flanco")


def test_the_examples_of_the_module() -> None:
    assert doctest.testmod(module).failed == 0


def test_there_need_be_no_library() -> None:
    assert library().kept == {}
    assert kinds() == creatures()


@pytest.mark.parametrize("id", creatures())
def test_every_shipped_creature_is_the_same_when_it_was_written_and_read(id: str) -> None:
    sheet = creatures()[id]
    assert check_creatures(parse_toml(creatures_text([creature_table(sheet)]), "c.toml")) == {id: sheet}


def test_what_traits_give_is_not_written_twice() -> None:
    tough = equipped(replace(OGRE, traits=tuple(traits())))
    assert tough.responses or tough.reduction or tough.defence
    assert not {"responses", "reduction", "defence"} & creature_table(tough).keys()
    save_creature(tough)
    assert library().kept[tough.id].sheet == tough


def test_a_creature_is_kept_in_a_file_that_can_be_checked() -> None:
    path = save_creature(OGRE)
    assert path == library_folder() / "ogro-do-sul.toml"
    assert check_file(path) == ()
    assert library().kept["ogro-do-sul"].sheet == OGRE


def test_scenarios_name_it_and_the_command_lists_it(capsys: pytest.CaptureFixture[str]) -> None:
    save_creature(OGRE)
    battle = check_scenario(parse_toml(SMALL.replace('kind = "goblin"', 'kind = "ogro-do-sul"'), "s.toml"),
                            Path()).battle
    assert battle["snik"].sheet == OGRE
    assert main(["list", "creatures"]) == 0
    assert "ogro-do-sul" in capsys.readouterr().out


def test_it_is_changed_in_its_place_and_deleted() -> None:
    path = save_creature(OGRE)
    assert save_creature(replace(OGRE, pv=40), "ogro-do-sul") == path
    assert library().kept["ogro-do-sul"].sheet.pv == 40
    renamed = replace(OGRE, id="ogro-do-norte")
    assert save_creature(renamed, "ogro-do-sul") == path
    assert [*library().kept] == ["ogro-do-norte"]
    delete_creature("ogro-do-norte")
    assert not path.exists()
    with pytest.raises(SaveError):
        delete_creature("ogro-do-norte")


def test_others_in_its_file_stay() -> None:
    path = library_folder() / "mine.toml"
    path.parent.mkdir(parents=True)
    other = replace(OGRE, id="other", name="Other")
    path.write_text(creatures_text([creature_table(OGRE), creature_table(other)]), encoding="utf-8")
    save_creature(replace(OGRE, pv=7), "ogro-do-sul")
    assert {id: each.sheet.pv for id, each in library().kept.items()} == {"ogro-do-sul": 7, "other": 33}
    delete_creature("ogro-do-sul")
    assert [*library().kept] == ["other"]


def test_ids_are_taken_once() -> None:
    save_creature(OGRE)
    for sheet in (OGRE, replace(OGRE, id="goblin")):
        with pytest.raises(FlancoError) as refused:
            save_creature(sheet)
        assert "already a creature" in str(refused.value)
    assert id_for("Ogro do Sul") == "ogro-do-sul-2"
    assert id_for("Goblin") == "goblin-2"


def test_a_broken_file_is_told_and_the_rest_is_there() -> None:
    save_creature(OGRE)
    (library_folder() / "a.toml").write_text("[[creature]]\nid = 3\n", encoding="utf-8")
    (library_folder() / "b.toml").write_text(creatures_text([creature_table(replace(OGRE, id="goblin"))]),
                                             encoding="utf-8")
    (library_folder() / "z.toml").write_text(creatures_text([creature_table(OGRE)]), encoding="utf-8")
    found = library()
    assert [*found.kept] == ["ogro-do-sul"]
    assert {Path(each.file).name for each in found.faults} == {"a.toml", "b.toml", "z.toml"}


def test_what_only_a_scenario_knows_is_not_written() -> None:
    odd = replace(weapons()["club"], id="odd", name="Odd club")
    with pytest.raises(FlancoError) as refused:
        creature_table(replace(OGRE, weapons=(odd,)))
    assert "only this scenario knows this: Odd club" in str(refused.value)
