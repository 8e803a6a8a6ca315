"""What the GM may do by hand: a tree of options, aimed and judged like those of the bar. Logged and undoable."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from game.content.creatures import creatures
from game.rules.actions import Action, EndScene, GmEffect, GmRemove, GoNormal, Join, Rest, SetPressure
from game.rules.catalog import DamagePart, damage_types
from game.rules.powers import (
    ConditionEffect,
    CureEffect,
    DamageEffect,
    Duration,
    HealingEffect,
    ModifierEffect,
    TestChange,
    ZoneEffect,
)
from game.rules.scene import PRESSURE_NAMES
from game.rules.sheet import Sheet
from game.rules.state import Battle, Combatant, Pressure, Team
from game.texts import N_, Text, text, tr
from game.view.match import Match
from game.view.offers import Option, OptionKind
from game.view.screens import menus, rulings
from game.view.theme import picture_of

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen

POINTS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30)
SCENE: Final = Duration(1, "scene")
LASTING: Final = (
    (N_("As long as it lasts by itself"), None), (N_("To the start of its next turn"), Duration(1, "target_start")),
    (N_("1 round"), Duration(1)), (N_("3 rounds"), Duration(3)), (N_("To the end of the scene"), SCENE),
)
CHANGES: Final = (
    (N_("+2 to all its tests"), TestChange(2)), (N_("+1 to all its tests"), TestChange(1)),
    (N_("-1 to all its tests"), TestChange(-1)), (N_("-2 to all its tests"), TestChange(-2)),
    (N_("-5 to all its tests"), TestChange(-5)),
    (N_("Advantage on all its tests"), TestChange(advantage=1)),
    (N_("Disadvantage on all its tests"), TestChange(advantage=-1)),
)
ZONES: Final = (
    ZoneEffect(N_("Smoke"), SCENE, concealment="partial"),
    ZoneEffect(N_("Darkness"), SCENE, concealment="total"),
    ZoneEffect(N_("Fire"), SCENE, damage=(DamagePart("fire", 3),), concealment="partial"),
    ZoneEffect(N_("Rubble"), SCENE, cost=2),
    ZoneEffect(N_("Wall"), SCENE, obstacle=3.0, structural_nd=15),
)


def panel(screen: "PlayScreen") -> None:
    """Open the GM's list."""
    if screen.match.battle.phase != "fight":
        ruling = rulings.options(screen.match)
        if ruling.refused is None:
            menus.choices(screen, ruling)
        else:
            screen.toast(tr("The fight has not begun, or is over"))
        return
    items = (rulings.options(screen.match), *options(screen.match))
    menus.choices(screen, Option("menu", text("Game master"), "laurel-crown", items=items))


def options(match: Match) -> Iterator[Option]:
    """Everything the GM may do, most of it in lists of its own."""
    battle = match.battle
    yield _list(text("Damage"), "swords", tuple(_damage()))
    yield _list(text("Healing"), "arrow-up-from-line", tuple(
        _on(HealingEffect(points), text("Healing of {points}", points=points), "arrow-up-from-line")
        for points in POINTS))
    yield _list(text("Conditions"), "triangle-alert", tuple(_conditions(battle)))
    yield _list(text("End conditions"), "check", tuple(_cures(battle)))
    yield _list(text("Bonuses and penalties"), "swords", tuple(
        _on(ModifierEffect(name, SCENE, (change,), rule="EFF-2"), text(name), "swords") for name, change in CHANGES))
    yield changes_of_the_scene()
    yield _list(text("Late entry"), "swordwoman", tuple(_entries(battle)))
    yield _list(text("Remove"), "log-out", tuple(_removals(match)))
    yield Option("target", text("Rest"), "hourglass", Rest(""), detail=text("It may strain itself again"))
    yield _list(text("When time presses"), "hourglass", tuple(
        _now(match, SetPressure(when), text(PRESSURE_NAMES[when])) for when in _pressures()))
    yield _now(match, EndScene(), text("End the scene"))
    yield _now(match, GoNormal(), text("From quick combat to normal combat"))


def changes_of_the_scene() -> Option:
    """The list of what may be put on squares of the map for a while."""
    return _list(text("Change the scene"), "rock", tuple(
        Option("area", text(each.name), "rock", GmEffect(each, name=tr(each.name)),
               detail=text("Click its squares, then do it")) for each in ZONES))


def _pressures() -> tuple[Pressure, ...]:
    return "enemies", "always", "never"


def _list(name: Text, picture: str, items: tuple[Option, ...]) -> Option:
    return Option("menu", name, picture, items=items)


def _now(match: Match, action: Action, name: Text, picture: str = "laurel-crown") -> Option:
    return Option("do", name, picture, action, refused=match.why(action))


def _on(effect: DamageEffect | HealingEffect | ConditionEffect | CureEffect | ModifierEffect, name: Text, picture: str,
        said: Text | None = None) -> Option:
    """An effect on the creature that is pointed at next; ``said`` is how the log tells of it."""
    kind: OptionKind = "target"
    return Option(kind, name, picture, GmEffect(effect, name=tr(said or name)))


def _damage() -> Iterator[Option]:
    for kind in damage_types().values():
        yield _list(text(kind.name), "swords", tuple(
            _on(DamageEffect((DamagePart(kind.id, points),)), text("{points} points", points=points), "swords",
                text("{kind} {points}", kind=text(kind.name), points=points))
            for points in POINTS))


def _conditions(battle: Battle) -> Iterator[Option]:
    for rule in battle.condition_rules.values():
        yield _list(text(rule.name), "triangle-alert", tuple(
            _on(ConditionEffect(rule.id, duration), text(name), "hourglass", text(rule.name))
            for name, duration in LASTING))


def _cures(battle: Battle) -> Iterator[Option]:
    yield _on(CureEffect(), text("All its conditions"), "check")
    for rule in battle.condition_rules.values():
        yield _on(CureEffect((rule.id,)), text(rule.name), "check",
                  text("End of the condition: {condition}", condition=text(rule.name)))


def _entries(battle: Battle) -> Iterator[Option]:
    """Each creature that ships with the program, for each team. # rule: INI-4"""
    for team in battle.teams:
        yield _list(text("For {team}", team=text(team.name or team.id)), "swordwoman", tuple(
            Option("cell", text(sheet.name), picture_of("creature", sheet.id) or "swordwoman",
                   Join(newcomer(battle, sheet, team)), detail=text("Click where it comes in"))
            for sheet in creatures().values()))


def newcomer(battle: Battle, sheet: Sheet, team: Team) -> Combatant:
    """A creature to come in, with an id and a name of its own and its first weapon in hand."""
    number = 1 + sum(each.sheet.id == sheet.id for each in battle.combatants)
    while f"{sheet.id}-{number}" in battle.by_id:
        number += 1
    hands = next(((each.id,) for each in sheet.weapons if 0 < each.hands <= battle.settings.hands), ())
    return Combatant(f"{sheet.id}-{number}", "", team.id, sheet, sheet.pv, hands=hands, items=sheet.items,
                     number=number)


def _removals(match: Match) -> Iterator[Option]:
    """# rule: INI-6 EFF-2"""
    yield Option("target", text("A creature"), "log-out", GmRemove(""))
    for zone in match.battle.zones:
        yield _now(match, GmRemove(zone.id), text(zone.effect.name), "rock")
