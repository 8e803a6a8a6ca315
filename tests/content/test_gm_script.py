"""A whole evening of the game master's acts as a script of ``flanco run``, before round 1 and in the fight."""

import json
from pathlib import Path

import pytest

from game.cli import main
from game.content.codec import encode, loads
from game.content.creatures import creatures
from game.rules.state import Combatant
from tests.content.games import SMALL

GOBLIN = creatures()["goblin"]


def newcomer(id: str, cell: tuple[int, int]) -> object:
    return encode(Combatant(id, "", "blue", GOBLIN, GOBLIN.pv, cell, items=GOBLIN.items))


BEFORE = (
    {"kind": "edit_map", "brush": "wall", "edges": [[4, 0, 6, 0], [6, 0, 6, 4]], "material": "heavy-wood"},
    {"kind": "edit_map", "brush": "door", "edges": [[4, 0, 5, 0]]},
    {"kind": "edit_map", "brush": "pillar", "cells": ["B1"]},
    {"kind": "edit_map", "brush": "mud", "cells": ["A4", "B4"]},
    {"kind": "edit_map", "brush": "smoke", "cells": ["B4"], "thick": True},
    {"kind": "edit_map", "brush": "height", "cells": ["F1"], "rise": 0.5},
    {"kind": "edit_map", "brush": "erase", "cells": ["B1"], "edges": [[6, 3, 6, 4]]},
    {"kind": "edit_map", "brush": "zone", "cells": ["A1", "B1"], "team": "blue"},
    {"kind": "resize_map", "bottom": 2, "right": 1},
    {"kind": "join", "combatant": newcomer("gob", (5, 1)), "more": [newcomer("gob-2", (5, 2))]},
    {"kind": "gm_move", "who": "gob", "to": "F4"},
    {"kind": "gm_pv", "who": "gob", "pv": 2},
    {"kind": "gm_remove", "what": "gob-2"},
    {"kind": "gm_effect", "effect": {"kind": "condition", "condition": "slow"}, "targets": ["ana"], "name": "lama"},
    {"kind": "begin"},
)
FIGHT = (
    {"kind": "gm_say", "said": "O chão treme."},
    {"kind": "gm_door", "structure": "door-c3", "state": "locked"},
    {"kind": "gm_door", "structure": "door-c3", "state": "open"},
    {"kind": "gm_structure", "structure": "door-4,0-5,0", "nd": 40},
    {"kind": "gm_structure", "structure": "door-4,0-5,0", "left": 3},
    {"kind": "gm_structure", "structure": "door-4,0-5,0", "state": "broken"},
    {"kind": "gm_structure", "structure": "door-4,0-5,0", "state": "whole"},
    {"kind": "gm_team", "who": "gob", "team": "red"},
    {"kind": "gm_pv", "who": "gob", "pv": 0, "consequence": "surrendered"},
    {"kind": "gm_pv", "who": "gob", "pv": 1},
    {"kind": "join", "combatant": newcomer("late", (1, 3))},
    {"kind": "hide", "who": "late"},
    {"kind": "reveal", "who": "late"},
    {"kind": "end_scene"},
)


def test_everything_the_gm_does_is_plain_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario, script = tmp_path / "small.toml", tmp_path / "evening.jsonl"
    scenario.write_text(SMALL, encoding="utf-8")
    script.write_text("".join(json.dumps(each) + "\n" for each in (*BEFORE, *FIGHT)), encoding="utf-8")
    assert main(["run", str(scenario), "--actions", str(script), "--seed", "4"]) == 0
    *events, last = (loads(line) for line in capsys.readouterr().out.splitlines())
    assert {"map_edited", "map_resized", "put_at", "pv_set", "removed", "joined", "narrated", "door_set",
            "structure_set", "team_changed", "scene_ended"} <= {each["kind"] for each in events}
    state = last["state"]
    assert {each["id"] for each in state["combatants"]} == {"ana", "snik", "gob", "late"}
    walls = [each for each in state["structures"] if each["kind"] == "wall" and each["segment"]]
    assert {each["material"] for each in walls} == {"Heavy wood"}
    assert len(walls) == 4
    assert [each["zone"] for each in state["teams"]] == [[], [[0, 0], [1, 0]]]


def test_a_line_that_makes_no_sense_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario, script = tmp_path / "small.toml", tmp_path / "bad.jsonl"
    scenario.write_text(SMALL, encoding="utf-8")
    script.write_text('{"kind": "edit_map", "brush": "wall", "edges": [[0, 0, 1, 1]]}\n', encoding="utf-8")
    assert main(["run", str(scenario), "--actions", str(script), "--seed", "4"]) == 2
    assert "no edge between squares" in capsys.readouterr().err
    script.write_text('{"kind": "edit_map", "brush": "lava", "cells": ["A1"]}\n', encoding="utf-8")
    assert main(["run", str(scenario), "--actions", str(script), "--seed", "4"]) == 1
    assert "lava" in capsys.readouterr().err

