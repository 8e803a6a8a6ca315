"""A party from one fight to the next: kept in a file, put in the place of the players' side."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.cli import main
from game.content.blank import SIZES, blank, empty_map
from game.content.checking import check_file
from game.content.codec import loads
from game.content.parties import (
    Party,
    delete_party,
    find_party,
    load_party,
    nearest_place,
    parse_party,
    parties,
    parties_folder,
    party_of,
    party_text,
    player_team,
    rested,
    save_party,
    with_party,
)
from game.content.saves import battle_fault
from game.content.scenarios import find_scenario, load_scenario, shipped_scenarios
from game.errors import FlancoError, SaveError
from game.rules.actions import Begin
from game.rules.dice import SeededDice
from game.rules.engine import why_illegal
from game.rules.history import Game
from game.rules.powers import Duration, ModifierEffect, items
from game.rules.state import Condition, Ongoing
from game.texts import tr
from tests.content.games import eager, played
from tests.rules.arena import battle, do, fighter

BRIDGE = load_scenario(find_scenario("bridge"))


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.content.parties.user_data", lambda: tmp_path / "flanco")


def worn_out() -> Party:
    """The town's company of the bridge after a hard fight."""
    first, *others = (each for each in BRIDGE.combatants if each.team == player_team(BRIDGE))
    potion = next(iter(items().values()))
    state = BRIDGE.with_combatant(first.but(
        pv=3, items=(potion,), shots=(("bow", 4),), crouched=True, spent=("ray",), lost=first.hands, hands=(),
        conditions=(Condition("poisoned", stays=True), Condition("slow")), struck=2,
    )).with_combatant(others[0].but(pv=0, out=True, consequence="dying"))
    return party_of(state, player_team(BRIDGE), "Companhia")


# --- out of a fight --------------------------------------------------------------------------------------------------


def test_a_party_keeps_what_lasts_and_leaves_what_ends_with_the_scene() -> None:
    first, second, *_ = worn_out().members
    assert (first.pv, first.shots, first.spent, len(first.items)) == (3, (("bow", 4),), ("ray",), 1)
    assert [each.id for each in first.conditions] == ["poisoned"]
    assert (first.team, first.cell, first.crouched, first.struck, first.hands) == ("", None, False, 0, ())
    assert (second.pv, second.out, second.consequence) == (0, True, "dying")


def test_rest_gives_back_pv_powers_and_own_weapons_but_nothing_that_was_used_up() -> None:
    first, second, *_ = rested(worn_out()).members
    assert (first.pv, first.spent, first.conditions, first.lost) == (first.sheet.pv, (), (), ())
    assert (first.shots, len(first.items)) == ((("bow", 4),), 1)
    assert (second.pv, second.out, second.consequence) == (second.sheet.pv, False, None)


def test_a_side_without_anybody_is_no_party() -> None:
    with pytest.raises(FlancoError):
        party_of(BRIDGE, "nobody", "x")


# --- files -----------------------------------------------------------------------------------------------------------


def test_it_is_kept_in_a_file_that_can_be_checked() -> None:
    party, path = worn_out(), parties_folder() / "companhia.json"
    save_party(party, path)
    assert load_party(path) == party
    assert check_file(path) == ()
    assert parties() == ((path, party),)
    assert find_party("Companhia") == find_party("companhia") == path
    delete_party(path)
    assert parties() == ()
    with pytest.raises(SaveError):
        delete_party(path)
    with pytest.raises(SaveError):
        find_party("Companhia")


@pytest.mark.parametrize(("old", "new", "why"), [
    ('"flanco-party"', '"flanco-save"', "this is no party"),
    ('"version":1', '"version":2', "newer version"),
    ('"name":"Companhia"', '"name":3', "damaged at -"),
    ('"pv":3,', '"pv":99,', "has 99 PV"),
    ('"out":true', '"out":false', "has 0 PV"),
    ('"members":[', '"members":[],"more":[', "this is no party"),
])
def test_a_broken_file_is_told(tmp_path: Path, old: str, new: str, why: str) -> None:
    source = party_text(worn_out())
    assert old in source
    path = tmp_path / "party.json"
    path.write_text(source.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SaveError) as refused:
        load_party(path)
    assert why in str(refused.value)
    assert check_file(path)


def test_members_are_one_to_a_line() -> None:
    party = worn_out()
    assert party_text(party).count("\n") == len(party.members) + 4
    assert loads(party_text(party))["name"] == "Companhia"


# --- into a fight ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [path for path, _ in shipped_scenarios()], ids=lambda path: path.stem)
def test_a_party_can_go_into_every_shipped_scenario(path: Path) -> None:
    there = load_scenario(path)
    party = rested(worn_out())
    joined = with_party(there, party)
    team = player_team(there)
    mine = [each for each in joined.combatants if each.team == team]
    assert [each.sheet for each in mine] == [each.sheet for each in party.members]
    assert [each for each in joined.combatants if each.team != team] == [
        each for each in there.combatants if each.team != team]
    assert battle_fault(joined) is None
    for each in mine:
        zone = next(side.zone for side in joined.teams if side.id == team)
        assert each.cell is not None or zone
    if all(each.cell is not None for each in joined.combatants):
        assert why_illegal(joined, Begin()) is None
        begun = Game(joined).do(Begin(), SeededDice(1))
        assert begun.battle.phase == "fight"


def test_it_takes_the_places_of_the_players_side_and_who_is_out_stays_behind() -> None:
    there = load_scenario(find_scenario("crossroads"))
    places = [each.cell for each in there.combatants if each.team == player_team(there)]
    party = worn_out()
    joined = with_party(there, party)
    mine = [each for each in joined.combatants if each.team == player_team(there)]
    assert [each.id for each in mine] == [each.id for each in party.able]
    assert party.members[1].id not in joined.by_id
    assert [each.cell for each in mine][: len(places)] == places[: len(mine)]
    assert mine[0].pv == 3


def test_nobody_to_go_and_no_room_are_told() -> None:
    party = worn_out()
    tired = Party("x", tuple(each.but(pv=0, out=True) for each in party.members))
    with pytest.raises(FlancoError) as refused:
        with_party(BRIDGE, tired)
    assert "let them rest" in str(refused.value)
    small = battle(fighter("a", "red", (0, 0)), fighter("b", "blue", (1, 0)), cols=2, rows=1)
    with pytest.raises(FlancoError) as refused:
        with_party(small, party)
    assert "no room" in str(refused.value)
    with pytest.raises(FlancoError):
        with_party(BRIDGE, party, "nobody")


def test_ids_that_others_have_are_changed_and_things_in_use_are_free() -> None:
    there = battle(fighter("old", "red", (0, 0)), fighter("ana", "blue", (5, 5)))
    party = Party("x", (fighter("ana", "", None), fighter("ana-2", "", None)))
    joined = with_party(there, party)
    assert [each.id for each in joined.combatants] == ["ana-2", "ana-2-2", "ana"]
    assert joined["ana-2-2"].cell == (1, 0)


def test_hands_hold_no_more_than_there() -> None:
    there = battle(fighter("old", "red", (0, 0)), fighter("x", "blue", (5, 5)), hands=1)
    two = fighter("ana", "", None, weapons=("sword", "dagger"), hands=("sword", "dagger"))
    odd = Condition("homesick", stays=True)
    joined = with_party(there, Party("x", (two.but(conditions=(odd,)),)))
    assert joined["ana"].hands == ("sword",)
    assert joined["ana"].conditions == ()


def test_the_nearest_place_is_free() -> None:
    there = battle(fighter("a", "red", (0, 0)), fighter("b", "blue", (1, 0)))
    assert nearest_place(there, fighter("c", "red", None), (0, 0)) == (0, 1)
    assert nearest_place(there, fighter("c", "red", None, size="colossal"), (0, 0)) == (0, 1)


@given(st.integers(0, 40))
def test_a_party_comes_back_from_any_fight_as_it_was_written(seed: int) -> None:
    fought = played(BRIDGE, seed, 60, eager).battle
    party = party_of(fought, player_team(fought), "Ñu")
    assert parse_party(party_text(party)) == party
    if party.able:
        joined = with_party(BRIDGE, party)
        assert battle_fault(joined) is None
        assert {each.id for each in joined.combatants if each.team == player_team(joined)} == {
            each.id for each in party.able}


def test_the_command_plays_with_a_party(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = parties_folder() / "companhia.json"
    save_party(rested(worn_out()), path)
    assert main(["list", "parties"]) == 0
    assert "Companhia" in capsys.readouterr().out
    script = tmp_path / "a.jsonl"
    script.write_text('{"kind": "begin"}\n', encoding="utf-8")
    assert main(["run", "crossroads", "--party", "Companhia", "--actions", str(script), "--seed", "3"]) == 0
    state = loads(capsys.readouterr().out.splitlines()[-1])["state"]
    assert {each.id for each in worn_out().members} <= {each["id"] for each in state["combatants"]}
    assert main(["run", "crossroads", "--party", "Nobody", "--actions", str(script)]) == 1


# --- a table without a scenario --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_an_empty_map_waits_for_creatures(size: tuple[int, int]) -> None:
    table = blank(empty_map(*size))
    assert (table.map.cols, table.map.rows) == size
    assert tr(why_illegal(table, Begin())) == "there is nobody in this battle"
    assert player_team(table) == "players"
    assert battle_fault(table) is None


def test_a_fight_needs_two_sides() -> None:
    alone = battle(fighter("a", "red", (0, 0)))
    assert tr(why_illegal(alone, Begin())) == "a fight needs creatures of two sides"
    assert do(battle(fighter("a", "red", (0, 0)), fighter("b", "blue", (3, 3))), Begin(), dice=(8, 1))


def test_lasting_effects_of_a_scene_do_not_come_along() -> None:
    blessed = BRIDGE.combatants[0].but(ongoing=(Ongoing(ModifierEffect("Blessing", Duration(3))),))
    party = party_of(BRIDGE.with_combatant(blessed), blessed.team, "x")
    assert all(not each.ongoing for each in party.members)
    assert replace(party, name="y").members == party.members
