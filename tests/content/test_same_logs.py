"""The base game does not know of the module of non-lethal fighting: its event logs are the same to the byte.

``logs/<scenario>.jsonl`` is a script of actions, and ``logs/digests.json`` the digest of the events that it makes with
the dice of seed 1, both from before the module. FLANCO_NEW_LOGS=1 writes them anew, when a scenario itself has changed.
"""

import hashlib
import json
import os
import random
from pathlib import Path

import pytest

from game.content.codec import dumps, encode
from game.content.scenarios import load_scenario
from game.content.scripts import load_script
from game.paths import maps
from game.rules.dice import SeededDice
from game.rules.engine import apply
from game.rules.state import Battle
from tests.content.games import brawler, eager

LOGS = Path(__file__).parent / "logs"
MODULE = ("brawl", "riders")  # these have it on
NAMES = ("ambush", "bridge", "crossroads", "palisade", "ruin", "sorcerers", "tavern")
STEPS = 90


def events_of(battle: Battle, script: Path) -> str:
    """Every event of a script as JSON, one a line."""
    lines, dice = [], SeededDice(1)
    for _, action in load_script(script):
        battle, events = apply(battle, action, dice)
        lines += [dumps(encode(each)) for each in events]
    return "\n".join(lines)


def digest(log: str) -> str:
    return hashlib.blake2b(log.encode(), digest_size=16).hexdigest()


def write_anew(name: str) -> None:
    """A script of a scenario, and the digest of its log."""
    battle, dice, chance, actions = load_scenario(maps() / f"{name}.toml"), SeededDice(1), random.Random(1), []
    while battle.phase != "over" and len(actions) < STEPS:
        actions.append((brawler if name in MODULE else eager)(battle, chance))
        battle, _ = apply(battle, actions[-1], dice)
    script = LOGS / f"{name}.jsonl"
    script.write_text("".join(dumps(encode(each)) + "\n" for each in actions), "utf-8")
    known = LOGS / "digests.json"
    found = json.loads(known.read_text("utf-8")) if known.exists() else {}
    found[name] = digest(events_of(load_scenario(maps() / f"{name}.toml"), script))
    known.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", "utf-8")


@pytest.mark.parametrize("name", [*NAMES, *MODULE])
def test_a_scenario_makes_the_same_log_to_the_byte(name: str) -> None:
    if os.environ.get("FLANCO_NEW_LOGS"):
        write_anew(name)
    script, wanted = LOGS / f"{name}.jsonl", json.loads((LOGS / "digests.json").read_text("utf-8"))[name]
    assert digest(events_of(load_scenario(maps() / f"{name}.toml"), script)) == wanted


@pytest.mark.parametrize("name", NAMES)
def test_a_log_of_the_base_game_has_no_word_of_the_module(name: str) -> None:
    # rule: NLT-1
    battle = load_scenario(maps() / f"{name}.toml")
    assert battle.nonlethal == ""
    log = events_of(battle, LOGS / f"{name}.jsonl")
    assert not any(f'"{each}"' in log for each in ("bruise", "nonlethal", "bruises", "wounds", "mount", "accident"))
    assert '"nonlethal"' not in dumps(encode(battle, {}))
