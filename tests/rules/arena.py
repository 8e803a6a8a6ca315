"""Small battles for tests, built in a line or two."""

from collections.abc import Iterable
from typing import Any

import pytest

from game.errors import IllegalAction
from game.rules.actions import Action, Attack
from game.rules.attack import AttackSheet, Modifier, attack_sheet
from game.rules.catalog import Weapon, settings_with, weapons
from game.rules.dice import ScriptedDice
from game.rules.engine import apply, why_illegal
from game.rules.events import Event
from game.rules.sheet import Attribute, Sheet
from game.rules.state import Battle, Combatant, Condition, Structure, Team
from game.spatial.grid import Barrier, Cell, Grid
from game.texts import tr


def sheet(id: str = "hero", **fields: Any) -> Sheet:
    """A sheet whose attributes are all 5 on a d8 unless given as ``mobility=(7, 10)``."""
    attributes = {
        name: Attribute(*fields.pop(name, (5, 8)))
        for name in ("mobility", "acuity", "strength", "resistance", "spirit", "wits")
    }
    carried = tuple(each if isinstance(each, Weapon) else weapons()[each] for each in fields.pop("weapons", ("sword",)))
    return Sheet(id, id.title(), **attributes, pv=fields.pop("pv", 10), weapons=carried, **fields)


def fighter(id: str, team: str, cell: Cell | None, *, hands: Iterable[str] | None = None, **fields: Any) -> Combatant:
    """A combatant; it holds the first weapon that it carries unless ``hands`` says otherwise. Fields that belong to the
    state (pv, crouched, prone, altitude, out) go there, the rest to its sheet."""
    crouched, prone = fields.pop("crouched", False), fields.pop("prone", False)
    altitude, hurt, out = fields.pop("altitude", 0), fields.pop("hurt", 0), fields.pop("out", False)
    made = sheet(id, **fields)
    if hands is None:
        hands = [each.id for each in made.weapons[:1] if each.hands]
    return Combatant(
        id, id.title(), team, made, made.pv - hurt, cell, altitude, tuple(hands), crouched,
        (Condition("prone", id),) if prone else (), out=out, items=made.items,
    )


def battle(
    *fighters: Combatant,
    cols: int = 12,
    rows: int = 8,
    barriers: Iterable[Barrier] = (),
    structures: Iterable[Structure] = (),
    grid: Grid | None = None,
    zones: dict[str, tuple[Cell, ...]] | None = None,
    **settings: Any,
) -> Battle:
    """A battle before round 1."""
    names = dict.fromkeys(each.team for each in fighters)
    return Battle(
        map=grid or Grid.empty(cols, rows, barriers),
        structures=tuple(structures),
        teams=tuple(Team(name, name.title(), (zones or {}).get(name, ())) for name in names),
        combatants=tuple(fighters),
        settings=settings_with(settings),
    )


def fight(*fighters: Combatant, **fields: Any) -> Battle:
    """A battle in round 1, with initiative in the order given."""
    order = tuple(each.id for each in fighters)
    waiting = tuple(each.id for each in fighters if not each.out)
    return battle(*fighters, **fields).but(phase="fight", round=1, order=order, waiting=waiting, slot=waiting[0])


def do(where: Battle, *actions: Action, dice: Iterable[int] = ()) -> tuple[Battle, list[Event]]:
    """Do some actions with scripted dice, all of which must be used."""
    faces, events = tuple(dice), list[Event]()
    source = ScriptedDice(faces, where.dice)
    before = where.dice
    for action in actions:
        where, more = apply(where, action, source)
        events += more
    assert where.dice == before + len(faces), "dice left over"
    return where, events


def reason(where: Battle, action: Action) -> str:
    """Why an action is refused, in English; empty when it is allowed. The engine must refuse to do it, too."""
    why = why_illegal(where, action)
    if why is None:
        return ""
    with pytest.raises(IllegalAction) as refused:
        apply(where, action, ScriptedDice(()))
    assert refused.value.message == why
    return tr(why)


def sheet_of(where: Battle, who: str, target: str, weapon: str = "", mode: str = "melee", **more: Any) -> AttackSheet:
    """The sheet of an attack with the weapon in hand, or the one named."""
    held = where[who].hands
    return attack_sheet(where, Attack(who, target, weapon or (held[0] if held else ""), mode), **more)  # type: ignore[arg-type]


def amounts(made: AttackSheet) -> dict[str, int]:
    """Modifiers by rule, added up."""
    found: dict[str, int] = {}
    for each in made.modifiers:
        found[each.rule] = found.get(each.rule, 0) + each.amount
    return found


def modifier(made: AttackSheet, rule: str) -> Modifier:
    """The one modifier of a rule."""
    (found,) = (each for each in made.modifiers if each.rule == rule)
    return found
