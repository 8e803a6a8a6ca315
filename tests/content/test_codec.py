"""Values to JSON and back, exactly."""

import doctest
import json
import typing
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.content import codec
from game.content.codec import CodecError, decode, decode_action, decode_event, dumps, encode, loads, state_hash
from game.rules.actions import Action, Attack, Delay, Deploy, Move
from game.rules.attack import AttackSheet, Modifier
from game.rules.events import Attacked, Event, Moved
from game.rules.state import Battle
from game.spatial.grid import Grid, wall
from game.texts import Text, text
from tests.content.games import anyone, played, small


def test_the_examples_of_the_module() -> None:
    assert doctest.testmod(codec).failed == 0


def there_and_back(kind: type, value: object) -> object:
    return decode(kind, loads(dumps(encode(value))))


NAMES = st.text(max_size=8)
CELLS = st.tuples(st.integers(0, 255), st.integers(0, 255))
ACTIONS = st.one_of(
    st.builds(Move, NAMES, CELLS, st.lists(CELLS, max_size=3).map(tuple)),
    st.builds(Attack, NAMES, NAMES, NAMES, st.sampled_from(["melee", "ranged"])),
    st.builds(Deploy, NAMES, CELLS),
    st.builds(Delay, NAMES, NAMES),
)


@given(ACTIONS)
def test_actions_come_back_as_they_were(action: Action) -> None:
    assert decode_action(loads(dumps(encode(action)))) == action


def test_every_kind_of_action_and_event_can_be_written_and_read() -> None:
    for union, read in ((Action, decode_action), (Event, decode_event)):
        for kind in typing.get_args(union):
            name = typing.get_args(typing.get_type_hints(kind)["kind"])[0]
            with pytest.raises(CodecError) as caught:
                read({"kind": name, "nothing": 1})
            assert caught.value.place == ("nothing",), "the kind is known, the field is not"


def test_every_event_of_a_game_comes_back_as_it_was() -> None:
    log = [event for seed in range(3) for event in played(small(), seed, 300).log]
    log += [event for seed in range(12) for event in played(small(), seed, 60, anyone).log]
    assert {"initiative", "turn_began", "moved", "door", "drawn", "posture", "delayed", "attacked", "damaged", "out",
            "won"} <= {event.kind for event in log}
    for event in log:
        line = dumps(encode(event))
        back = decode_event(loads(line))
        assert back == event
        assert type(back) is type(event)
        assert dumps(encode(back)) == line


def test_a_battle_comes_back_with_its_types() -> None:
    for step in played(small(), 5, 60).steps:
        back = there_and_back(Battle, step.battle)
        assert back == step.battle
        assert isinstance(back, Battle)
        assert isinstance(back.map, Grid)
        assert all(type(each) is tuple for each in (back.combatants, back.order, back.combatants[0].cell))
        assert dumps(encode(back)) == dumps(encode(step.battle))


def test_tables_keyed_by_cells_and_numbers_keep_their_types() -> None:
    """JSON turns keys into text and tuples into lists: nothing in a battle depends on either."""
    battle = played(small(), 1, 40).battle
    back = decode(Battle, loads(dumps(encode(battle))))
    assert back.by_id == battle.by_id
    assert {each.cell: each.id for each in back.combatants} == {each.cell: each.id for each in battle.combatants}
    assert all(type(each.cell) is tuple and type(each.cell[0]) is int for each in back.combatants if each.cell)


def test_a_grid_comes_back_layer_by_layer() -> None:
    grid = small().map.replace(barriers=(wall((0, 0.5), (2, 3), top=1.5, bottom=0.25, sight=False, structure="x"),))
    back = there_and_back(Grid, grid)
    assert back == grid
    assert isinstance(back, Grid)
    assert (back.height.dtype, back.concealment.dtype) == (grid.height.dtype, grid.concealment.dtype)
    assert not back.height.flags.writeable


def test_grids_named_by_version_are_kept_once() -> None:
    battle = small()
    grids: dict[str, Grid] = {}
    data = encode(battle, grids)
    assert data["map"] == battle.map.version
    assert decode(Battle, data, grids) == battle
    with pytest.raises(CodecError, match="there is no such map"):
        decode(Battle, data, {})


def test_texts_inside_texts_come_back() -> None:
    said = text("{who} waits for {other}", who="Ana", other=text("{n} others", n=3))
    assert there_and_back(Text, said) == said


def test_the_hash_is_that_of_the_whole_state() -> None:
    battle = played(small(), 2, 10).battle
    assert state_hash(battle) == state_hash(decode(Battle, loads(dumps(encode(battle)))))
    who = battle.combatants[0]
    others = [
        battle.but(dice=battle.dice + 1),
        battle.but(turn=replace(battle.turn, diagonals=1 - battle.turn.diagonals)),
        battle.with_combatant(replace(who, pv=who.pv - 1)),
        battle.with_combatant(replace(who, altitude=64)),
        battle.but(map=battle.map.replace(height=battle.map.height + 1)),
    ]
    assert len({state_hash(each) for each in (battle, *others)}) == len(others) + 1


@pytest.mark.parametrize(("data", "place", "message"), [
    ({"who": "ana"}, "kind", "this field must be given"),
    ({"kind": "mov", "who": "ana"}, "kind", "this is not known; did you mean move?"),
    ({"kind": 3}, "kind", "this is not known"),
    ({"kind": ["move"]}, "kind", "this is not known"),
    ({"kind": "move", "who": "ana"}, "to", "this field must be given"),
    ({"kind": "move", "who": "ana", "to": "C7", "fast": True}, "fast", "this is not known"),
    ({"kind": "move", "who": 3, "to": "C7"}, "who", "this must be a text in quotes"),
    ({"kind": "move", "who": "ana", "to": "7C"}, "to", "cell: '7C' is not a name like C7 or 2,6"),
    ({"kind": "move", "who": "ana", "to": [1]}, "to", 'a cell is written "C7" or [2, 6]'),
    ({"kind": "move", "who": "ana", "to": [1, 2.0]}, "to", "this must be a whole number"),
    ({"kind": "move", "who": "ana", "to": [1, True]}, "to", "this must be a whole number"),
    ({"kind": "move", "who": "ana", "to": "C7", "path": 1}, "path", "this must be a list"),
    ({"kind": "move", "who": "ana", "to": "C7", "path": ["C7", "x"]}, "path.1", "cell: 'x' is not a name"),
    ({"kind": "attack", "who": "a", "target": "b", "mode": "meele"}, "mode", "this is not known; did you mean melee?"),
    ([], "", "this must be a table"),
    (None, "", "this must be a table"),
])
def test_what_is_no_action_is_told_with_its_place(data: object, place: str, message: str) -> None:
    with pytest.raises(CodecError) as caught:
        decode_action(data)
    assert ".".join(str(step) for step in caught.value.place) == place
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(("source", "message"), [
    ("", "this is not JSON"),
    ("{", "this is not JSON"),
    ("nope", "this is not JSON"),
    ("[" * 100_000, "nested too deeply"),
    ("9" * 5000, "too many digits"),
    ('{"a": NaN}', "finite number"),
    ("[Infinity]", "finite number"),
])
def test_what_is_no_json_is_told(source: str, message: str) -> None:
    with pytest.raises(CodecError, match=message):
        loads(source)


def test_what_has_no_place_in_a_save_is_refused_at_once() -> None:
    for value in (object(), {1, 2}, {"a": 1}, float("nan"), float("inf"), b"x", Move):
        with pytest.raises(TypeError):
            encode(value)


def test_limits_of_fields_hold_when_reading() -> None:
    data = encode(small())
    data["settings"]["advantage_dice"] = 10**9
    with pytest.raises(CodecError) as caught:
        decode(Battle, data)
    assert caught.value.place == ("settings", "advantage_dice")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["move", "C7"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from([*(each.name for each in fields(Move)), *(each.name for each in fields(Battle)), "x"]), inner,
        max_size=5),
    max_leaves=10,
)


@settings(max_examples=120)
@given(JSON)
def test_any_json_is_a_value_or_a_codec_error(data: object) -> None:
    for kind in (Battle, Grid, Text, AttackSheet, Modifier, Attacked, Moved):
        try:
            value = decode(kind, data)
        except CodecError:
            continue
        assert isinstance(value, kind)
    try:
        action = decode_action(data)
    except CodecError:
        return
    assert decode_action(encode(action)) == action


@settings(max_examples=120)
@given(st.text(max_size=40) | st.text(alphabet='{}[]",:0123456789.eE-+tfn', max_size=40))
def test_any_text_is_json_or_a_codec_error(source: str) -> None:
    try:
        data = loads(source)
    except CodecError:
        return
    assert json.loads(json.dumps(data)) == data
