"""What a goal can hang on: which kinds of actions a search need not try, because nothing that they change leads on."""

from dataclasses import dataclass
from typing import Self

from game.learn.goals import Covered, Did, Goal, Hit, Into, Stand, Unseen, Within
from game.rules.actions import Crouch, Draw, DropItem, DropProne, Grip, StandUp, Stow, Switch
from game.rules.powers import ContinuousEffect, Effect, HealingEffect, ModifierEffect, Power, ZoneEffect
from game.rules.state import Battle

HANDS = (Draw, Stow, Switch, Grip, DropItem)  # what changes nothing but what is in hand
POSTURES = (Crouch, DropProne, StandUp)
PLAIN_DEEDS = ("move", "dash", "door")  # what is done with nothing in hand, in any posture


@dataclass(frozen=True)
class Relevant:
    """What may lead to some goals of one creature.

    :ivar hands: what it has in hand. ``things``: what it takes up.
    :ivar postures: that it crouches or lies down.
    :ivar lines: what can be seen and reached by effects. ``sheets``: what changes an attack, or a creature.
    """

    hands: bool
    things: bool
    postures: bool
    lines: bool
    sheets: bool

    @classmethod
    def of(cls, goals: tuple[Goal, ...], battle: Battle, who: str) -> Self:
        """What may lead to these goals, none of them made of others."""
        placed = [each for each in goals if _placed(each, who)]
        bare = [each for each in goals if each in placed or isinstance(each, Covered | Unseen | Within | Hit)]
        hands = len(bare) < len(goals)
        level = battle.map.height.min() == battle.map.height.max() and not any(
            each.altitude for each in battle.combatants)
        upright = [each for each in goals if each in placed or (level and isinstance(each, Within))]
        low = any(each.bottom > 0 for each in battle.map.barriers) or battle[who].posture != "standing"
        rest = [each for each in goals if each not in placed and not isinstance(each, Within)]
        sheets = any(not isinstance(each, Covered | Hit) for each in rest)
        return cls(hands, hands or any(isinstance(each, Hit) for each in goals), low or len(upright) < len(goals),
                   bool(rest), sheets)

    def quiet(self, power: Power, battle: Battle) -> bool:
        """Whether what a power does without dice may lead on."""
        return any(self._changes(each, battle) for each in power.effects)

    def _changes(self, effect: Effect, battle: Battle) -> bool:
        match effect:
            case ContinuousEffect():  # it works when a turn starts or ends
                return self.sheets
            case HealingEffect():
                return any(each.out for each in battle.combatants)
            case ModifierEffect(move=metres):
                return self.sheets or metres != 0
            case ZoneEffect():
                solid = bool(effect.obstacle) or effect.concealment != "none"
                changing = bool(effect.conditions) or effect.modifier is not None
                return (self.lines and solid) or (self.sheets and changing) or (
                    effect.modifier is not None and effect.modifier.move != 0)
        return True


def _placed(goal: Goal, who: str) -> bool:
    """Whether a goal is about where the creature is, or that it went there, alone."""
    match goal:
        case Stand() | Into(target=str()):
            return goal.who == who if isinstance(goal, Stand) else goal.target == who
        case Did(action=kind):
            return kind in PLAIN_DEEDS
    return False
