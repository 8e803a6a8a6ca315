"""What a command line may name: a saved game, a scenario, or a map with nobody on it."""

from pathlib import Path

from game.content.blank import blank
from game.content.maps import load_map
from game.content.saves import SUFFIX, load
from game.content.scenarios import find_file, load_scenario, tables_of
from game.errors import IllegalAction
from game.rules.attack import unknown
from game.rules.state import Battle, Combatant
from game.texts import text


def battle_of(name: str) -> Battle:
    """A saved game as it stands, a scenario as it starts, or a map, by name or file.

    :raises DataError: for a map or scenario that there is not, or with faults.
    :raises SaveError: for a save that cannot be opened.
    """
    if name.endswith(SUFFIX):
        return load(Path(name)).game.battle
    path = find_file(name)
    return load_scenario(path) if "scenario" in tables_of(path) else blank(load_map(path))


def creature_of(battle: Battle, said: str) -> Combatant:
    """A creature on the map, by its id or its name.

    :raises IllegalAction: when there is none such, or several of that name.
    """
    named = [each for each in battle.combatants if each.name.casefold() == said.casefold() and not each.hidden]
    if said not in battle.by_id and len(named) > 1:
        raise IllegalAction(text("{who} is the name of several; say which: {ids}", who=said,
                                 ids=", ".join(each.id for each in named)))
    id = said if said in battle.by_id or not named else named[0].id
    if (reason := unknown(battle, id)) is not None:
        raise IllegalAction(reason)
    return battle[id]
