"""Tests of creatures against a number: one finished sheet of every modifier before anything is rolled. # rule: TST-5"""

from dataclasses import dataclass

from game.rules.catalog import ATTRIBUTE_NAMES, AttributeName
from game.rules.checks import DEFENCE, Cup, doubled, net_advantage, roll
from game.rules.conditions import changes, defence_die
from game.rules.events import Tested
from game.rules.evidence import Modifier
from game.rules.state import Battle, Combatant
from game.texts import N_


@dataclass(frozen=True, slots=True)
class TestSheet:
    """A test before it is rolled; ``attribute`` None is a Defence. A ``die`` of 0 is not rolled: the total is the value
    and the modifiers (DEF-4). ``name`` says against what."""

    __test__ = False  # not a test of pytest

    who: str
    attribute: AttributeName | None
    die: int
    value: int
    highest: int
    difficulty: int
    modifiers: tuple[Modifier, ...] = ()
    advantage: int = 0
    advantage_dice: int = 2
    exceed: bool = False
    name: str = ""

    @property
    def modifier(self) -> int:
        """The sum of the modifiers."""
        return sum(each.amount for each in self.modifiers)


def attribute_sheet(
    battle: Battle, who: Combatant, attribute: AttributeName, difficulty: int, name: str = "", *,
    other: Combatant | None = None, sight: bool = False,
) -> TestSheet:
    """A test of one attribute against an ND. # rule: TST-1 TST-5 ATK-6"""
    value = who.sheet.attribute(attribute)
    found = changes(battle, who, "other", attribute, other=other, sight=sight)
    return TestSheet(
        who.id, attribute, value.die, value.value, doubled(value.value, battle.settings), difficulty, found.modifiers,
        net_advantage(found.advantages, found.disadvantages, battle.settings), battle.settings.advantage_dice,
        battle.settings.difficulty == "exceed", name,
    )


def defence_sheet(
    battle: Battle, who: Combatant, difficulty: int, name: str = "", *, other: Combatant | None = None, mode: str = "",
    extra: tuple[Modifier, ...] = (),
) -> TestSheet:
    """A Defence against a total that is known: that of an area. # rule: DEF-2 DEF-4"""
    die, value = defence_die(battle, who)
    found = changes(battle, who, "defence", "mobility", other=other, mode=mode, sight=True)
    armour = (Modifier("DEF-1", N_("armour and shield"), who.sheet.defence, "defence"),) if who.sheet.defence else ()
    return TestSheet(
        who.id, None, die, value, doubled(value, battle.settings) if die else value, difficulty,
        (*armour, *found.modifiers, *extra), net_advantage(found.advantages, found.disadvantages, battle.settings),
        battle.settings.advantage_dice, battle.settings.area_tie == "full", name,
    )




def roll_test(sheet: TestSheet, cup: Cup) -> Tested:
    """Roll a test. # rule: TST-1 TST-5"""
    what = DEFENCE if sheet.attribute is None else sheet.name or ATTRIBUTE_NAMES[sheet.attribute]
    check = roll(cup, sheet.die, sheet.value, sheet.highest, sheet.modifier, sheet.advantage, sheet.advantage_dice,
                 who=sheet.who, what=what)
    success = check.total >= sheet.difficulty + sheet.exceed
    return Tested(sheet.who, sheet.attribute, check, sheet.difficulty, success, sheet.name, sheet.modifiers)
