"""What a goal can hang on: which kinds of actions a search need not try, because nothing that they change leads on."""

from dataclasses import dataclass
from typing import Self

from game.learn.goals import Covered, Did, Goal, Has, Hit, Into, Reach, Sheet, Stand, Unseen, Within
from game.rules.actions import Crouch, Draw, DropItem, DropProne, Grip, StandUp, Stow, Switch
from game.rules.bodies import threat_reach
from game.rules.conditions import PRONE
from game.rules.powers import (
    ConditionEffect,
    ContinuousEffect,
    CureEffect,
    Effect,
    HealingEffect,
    ModifierEffect,
    Power,
    ZoneEffect,
)
from game.rules.state import Battle, Combatant

HANDS = (Draw, Stow, Switch, Grip, DropItem)  # what changes nothing but what is in hand
POSTURES = (Crouch, DropProne, StandUp)
PLAIN_DEEDS = ("move", "dash", "door")  # what is done with nothing in hand, in any posture
INCAPABLE = ("no_execution", "only_toward")  # one that engages and strikes nobody
UNSEEING = ("blind", "invisible")
OF_PLACES = frozenset({"ATK-1", "ATK-2", "ATK-3", "SIT-2", "SIT-3", "DEF-1"})  # what no smoke or wall brings about
OF_LINES = frozenset({"SIT-3", "SIT-4", "SIT-5", "SIT-6", "SIT-7"})  # what no smoke or wall takes away


@dataclass(frozen=True)
class Relevant:
    """What may lead to some goals of one creature.

    :ivar hands: what it has in hand. ``things``: what it takes up.
    :ivar postures: that it crouches or lies down. ``rises``: that it gets up again.
    :ivar walls: something solid that it raises. ``smoke``: what conceals.
    :ivar sheets: whatever changes an attack. ``conditions``: these; ``switches``: those that do this to a creature.
    """

    hands: bool
    things: bool
    postures: bool
    rises: bool
    walls: bool
    smoke: bool
    sheets: bool
    conditions: frozenset[str]
    switches: frozenset[str]

    @classmethod
    def of(cls, goals: tuple[Goal, ...], battle: Battle, who: str) -> Self:
        """What may lead to these goals, none of them made of others."""
        placed = [each for each in goals if _placed(each, who)]
        level = battle.map.height.min() == battle.map.height.max() and not any(
            each.altitude for each in battle.combatants)
        low = any(each.bottom > 0 for each in battle.map.barriers) or battle[who].posture != "standing"
        attacks = [each for each in goals if isinstance(each, Sheet)]
        veiled = any({*each.holds} - OF_PLACES - {"SIT-6", "SIT-7"} for each in attacks)
        unseen = any(isinstance(each, Unseen) for each in goals)
        apart = any("ATK-3" in each.lacks for each in attacks) or any(
            isinstance(each, Reach) and each.safe for each in goals)
        return cls(
            hands=not all(each in placed or isinstance(each, Covered | Unseen | Within | Hit) for each in goals),
            things=not all(each in placed or isinstance(each, Covered | Unseen | Within) for each in goals),
            postures=low or not all((each in placed and not _far(each)) or (level and isinstance(each, Within))
                                    for each in goals),
            rises=low,
            walls=unseen or veiled or any(isinstance(each, Covered) for each in goals) or any(
                {*each.holds} & {"SIT-6", "SIT-7"} or _parted(each, battle) for each in attacks),
            smoke=veiled,
            sheets=any({*each.holds} - OF_PLACES - OF_LINES or {*each.lacks} - OF_PLACES - OF_LINES
                       for each in attacks),
            conditions=frozenset(each.condition for each in goals if isinstance(each, Has)),
            switches=frozenset((*(INCAPABLE if apart else ()), *(UNSEEING if unseen or veiled else ()))),
        )

    def quiet(self, power: Power, battle: Battle, who: str) -> bool:
        """Whether what a power of the creature does without dice may lead on: one that others test against, only
        where it meets nobody."""
        return any(self._changes(each, battle, who) for each in power.effects
                   if power.attack == "none" or isinstance(each, ZoneEffect))

    def _changes(self, effect: Effect, battle: Battle, who: str) -> bool:
        match effect:
            case ContinuousEffect():  # it works when a turn starts or ends
                return False
            case HealingEffect():
                return any(each.out for each in battle.combatants)
            case CureEffect():
                return self.rises or any(each.id != PRONE for one in battle.combatants for each in one.conditions)
            case ModifierEffect():
                return self._modifies(effect, battle[who])
            case ConditionEffect():
                return self._brings(effect, battle)
            case ZoneEffect():
                return (self.walls and effect.obstacle > 0) or (self.smoke and effect.concealment != "none") or (
                    effect.modifier is not None and self._modifies(effect.modifier, battle[who])) or (
                    self._brings(effect, battle))
        return True

    def _modifies(self, effect: ModifierEffect, who: Combatant) -> bool:
        return self.sheets or effect.move != 0 or bool(effect.conditions and who.conditions)

    def _brings(self, effect: Effect, battle: Battle) -> bool:
        """Whether an effect brings a condition that a goal may hang on."""
        rules = battle.condition_rules
        given = {id for each in brought(effect) for id in (each, *rules[each].also)}
        return (self.sheets and bool(given)) or not given.isdisjoint(self.conditions) or any(
            getattr(rules[each], switch) for each in given for switch in self.switches)


def brought(effect: Effect) -> tuple[str, ...]:
    """The conditions that an effect brings."""
    match effect:
        case ConditionEffect(condition=id, also=more):
            return id, *more
        case ZoneEffect(conditions=some):
            return some
    return ()


def _parted(goal: Sheet, battle: Battle) -> bool:
    """Whether a wall may take away what an attack should lack: it stands between creatures that are not side by side.
    """
    return bool({*goal.lacks} - OF_LINES) and ("ATK-3" not in goal.lacks or {*goal.lacks} - OF_LINES != {"ATK-3"}
                                               or any(threat_reach(battle, each) > 1 for each in battle.present()))


def _far(goal: Goal) -> bool:
    """Whether a dash is asked for: one is only for places that a Move does not reach, and who crouches reaches few."""
    return isinstance(goal, Did) and goal.action == "dash"


def _placed(goal: Goal, who: str) -> bool:
    """Whether a goal is about where the creature is, or that it went there, alone."""
    match goal:
        case Stand():
            return goal.who == who
        case Into():
            return goal.target == who
        case Did(action=kind):
            return kind in PLAIN_DEEDS
    return False
