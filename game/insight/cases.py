"""An attack that is asked about: what it takes to make its sheet again after something is changed on a copy."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Self

from game.insight.changes import Change, Draw
from game.insight.narrate import powers_of
from game.rules.actions import Attack, AttackMode, Manoeuvre, SneakAttack
from game.rules.attack import AttackSheet, attack_sheet, carried_weapon, power_sheet, refusals
from game.rules.bodies import body_of, line_of, metres_between
from game.rules.casting import why_not_on
from game.rules.catalog import UNARMED, Weapon
from game.rules.evidence import Modifier
from game.rules.manoeuvres import manoeuvre_sheet
from game.rules.powers import Power
from game.rules.sneak import off_guard
from game.rules.state import Battle, Combatant
from game.spatial.grid import PLAIN, TOTAL, Cell
from game.spatial.metric import distance
from game.texts import Text

SPOKEN: Final = frozenset({"GM", "NLT-1"})  # modifiers that are said with the attack: the GM's word, not to kill
PLACE_RULES: Final = frozenset({"ATK-1", "ATK-2", "SIT-7"})  # what a step may put right


@dataclass(frozen=True)
class Case:
    """Who attacks whom, with what and how, in which battle. ``sneak``: the target is caught off guard; ``word`` are
    the modifiers that are said with it."""

    battle: Battle
    who: str
    target: str
    weapon: str = ""
    mode: AttackMode = "melee"
    manoeuvre: str = ""
    power: str = ""
    sneak: bool = False
    word: tuple[Modifier, ...] = ()

    @classmethod
    def of(cls, battle: Battle, sheet: AttackSheet, at: Cell | None = None) -> Self:
        """The case of a sheet; ``at`` is where the attacker was taken to stand, if not where it stands."""
        if at is not None:
            battle = battle.with_combatant(battle[sheet.attacker].but(cell=at))
        return cls(battle, sheet.attacker, sheet.target, sheet.weapon, sheet.mode, sheet.manoeuvre, sheet.power,
                   any(each.rule == "SIT-1" for each in sheet.modifiers),
                   tuple(each for each in sheet.modifiers if each.rule in SPOKEN))

    @property
    def attacker(self) -> Combatant:
        return self.battle[self.who]

    @property
    def defender(self) -> Combatant:
        return self.battle[self.target]

    @property
    def arm(self) -> Weapon:
        """The weapon of the attack, the bare body when there is none."""
        return carried_weapon(self.attacker, self.weapon) or UNARMED

    @property
    def used(self) -> Power | None:
        """The power of the attack, None when it is done with a weapon."""
        return next((each for each in powers_of(self.attacker) if each.id == self.power), None) if self.power else None

    @cached_property
    def sheet(self) -> AttackSheet:
        """The finished sheet."""
        battle, power = self.battle, self.used
        if power is not None:
            return power_sheet(battle, self.who, power, self.target, self.word)
        if self.manoeuvre:
            made = manoeuvre_sheet(battle, Manoeuvre(self.who, self.target, self.manoeuvre, self.weapon))
        else:
            made = attack_sheet(battle, Attack(self.who, self.target, self.weapon, self.mode))
        caught = SneakAttack(self.who, self.target, self.weapon, self.mode)
        extra = off_guard(battle, caught) if self.sneak else ()
        return replace(made, modifiers=(*made.modifiers, *extra, *self.word))

    @cached_property
    def refusals(self) -> tuple[tuple[str, Text], ...]:
        """Everything that forbids the attack: the id of the rule, and the reason."""
        if self.used is None:
            return tuple(refusals(self.battle, self.attacker, self.defender, self.arm, self.mode))
        reason = why_not_on(self.battle, self.attacker, self.used, self.defender)
        return () if reason is None else ((self._rule_against(self.used), reason),)

    def _rule_against(self, power: Power) -> str:
        """By which rule a power may not be used on the target."""
        battle, mine, its = self.battle, self.attacker, self.defender
        if its.out or (power.aim == "enemy") == (its.team == mine.team):
            return "EFF-3"
        away = PLAIN * metres_between(battle, mine, its) if power.range <= 1 else distance(
            body_of(battle, mine), body_of(battle, its), battle.settings.diagonals)
        if away > PLAIN * max(power.range, 1):
            return "ATK-2"
        return "SIT-7" if line_of(battle, mine, its).cover.level == TOTAL else "SIT-5"

    @cached_property
    def in_place(self) -> bool:
        """Whether the attack can be made from where both stand, whatever else forbids it."""
        return not any(rule in PLACE_RULES for rule, _ in self.refusals)

    def stands(self, who: str, cell: Cell) -> Self:
        """The case with a creature standing elsewhere."""
        return replace(self, battle=self.battle.with_combatant(self.battle[who].but(cell=cell)))

    def made(self, changes: Iterable[Change]) -> Self:
        """The case after some changes; another weapon in the attacker's hand is used in its place."""
        case = self
        for each in changes:
            case = replace(case, battle=each.on(case.battle))
            if isinstance(each, Draw) and each.who == self.who and not self.power:
                arm = case.battle[self.who].weapon(each.weapon)
                assert arm is not None
                fits = arm.range if self.mode == "ranged" else arm.reach
                mode: AttackMode = self.mode if fits else "melee" if arm.reach else "ranged"
                case = replace(case, weapon=each.weapon, mode=each.mode or mode)
        return case
