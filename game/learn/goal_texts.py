"""What a goal asks for, as a sentence: the task of a puzzle that has no text of its own."""

from collections.abc import Iterable

from game.insight.names import thing_name
from game.insight.narrate import powers_of
from game.insight.reasons import names_of
from game.learn.goals import (
    All,
    Covered,
    Did,
    Fallen,
    Goal,
    Has,
    Hit,
    Into,
    Out,
    Reach,
    Sheet,
    Stand,
    Unseen,
    Within,
)
from game.rules.doors import described
from game.rules.reference import rule_text
from game.rules.state import Battle
from game.spatial.grid import cell_name
from game.texts import Text, text, tr


def goal_text(goal: Goal, battle: Battle) -> Text:
    """One whole sentence."""
    match goal:
        case Sheet(made=True):
            return _sheet(text("{who} attacks {target}.", **_two(goal, battle)), goal)
        case Sheet():
            return _sheet(text("{who} can attack {target}.", **_two(goal, battle)), goal)
        case Covered(level="total"):
            return text("{who} has total cover from {names}.", who=battle[goal.who].name,
                        names=names_of(battle, goal.sources))
        case Covered():
            return text("{who} has cover from {names}.", who=battle[goal.who].name,
                        names=names_of(battle, goal.sources))
        case Unseen():
            return text("{who} is seen by none of these: {names}.", who=battle[goal.who].name,
                        names=names_of(battle, goal.by))
        case Hit():
            return _hit(goal, battle)
        case Stand():
            return text("{who} stands here: {place}.", who=battle[goal.who].name, place=_place(goal))
        case Into():
            return text("{who} stands here: {place}.", who=battle[goal.target].name, place=_place(goal))
        case Within():
            return text("{who} is at most {metres} m from {target}.", metres=float(goal.metres), **_two(goal, battle))
        case Fallen():
            return text("It falls: {thing}.", thing=_thing(battle, goal.structure))
        case Out(alive=True):
            return text("{target} is out of the fight, alive.", target=battle[goal.target].name)
        case Out():
            return text("{reason}.", reason=text("{target} is out of the fight", target=battle[goal.target].name))
        case Has():
            return text("{who} is under a condition: {condition}.", who=battle[goal.who].name,
                        condition=text(battle.condition_rules[goal.condition].name))
        case Reach(safe=True):
            return text("{who} can strike {target}, and is not struck from there.", **_two(goal, battle))
        case Reach():
            return text("{who} can strike {target} from its place.", **_two(goal, battle))
        case Did():
            return _did(goal, battle)
        case All(goals=several):
            return _joined(goal_text(each, battle) for each in several)


def _thing(battle: Battle, id: str) -> Text:
    """The name of a structure, with where it stands when others are called the same."""
    mine = battle.structure(id)
    alike = [each for each in battle.structures if mine is not None and each.name == mine.name]
    if mine is None or len(alike) < 2:
        return thing_name(battle, id)
    if not mine.cells:
        return described(mine.but(name=""))
    return text("{thing} at {cell}", thing=described(mine), cell=cell_name(mine.cells[0]))


def _did(goal: Did, battle: Battle) -> Text:
    who = battle[goal.who].name if goal.who is not None else "?"
    if goal.action == "attack" and goal.who is not None:
        return text("{who} attacks.", who=who) if goal.target is None else text(
            "{who} attacks {target}.", who=who, target=battle[goal.target].name)
    if goal.action == "move" and goal.who is not None:
        return text("{who} walks.", who=who)
    return text("This is done: {action}.", action=goal.action)


def goals_text(goals: Iterable[Goal], battle: Battle) -> Text:
    """All of them, one sentence after the other."""
    return _joined(goal_text(each, battle) for each in goals)


def _joined(some: Iterable[Text]) -> Text:
    first, *rest = some
    for each in rest:
        first = text("{first} {second}", first=first, second=each)
    return first


def _two(goal: Sheet | Within | Reach, battle: Battle) -> dict[str, str]:
    return {"who": battle[goal.who].name, "target": battle[goal.target].name}


def _sheet(said: Text, goal: Sheet) -> Text:
    if goal.holds:
        said = text("{first} {second}", first=said, second=text("This holds: {rules}.", rules=_rules(goal.holds)))
    if goal.lacks:
        said = text("{first} {second}", first=said, second=text("This does not: {rules}.", rules=_rules(goal.lacks)))
    return said


def _rules(ids: Iterable[str]) -> str:
    known = ((each, rule_text(each)) for each in ids)
    return ", ".join(id if found is None else f"{tr(found.name)} ({id})" for id, found in known)


def _hit(goal: Hit, battle: Battle) -> Text:
    power = next((each for each in powers_of(battle[goal.who]) if each.id == goal.power), None)
    name = text("an area") if power is None else text(power.name)
    return text("{who} uses this: {power}. Enemies hit, at least: {least}; friends, at most: {allies}.",
                who=battle[goal.who].name, power=name, least=goal.least, allies=goal.allies)


def _place(goal: Stand | Into) -> str:
    cells = ", ".join(map(cell_name, goal.cells))
    return tr(goal.surface) if goal.surface else cells
