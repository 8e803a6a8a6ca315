"""What the active creature may try, as the action bar shows it: an option for every kind of action of the engine.

An option that has to be aimed carries its action without an aim; :func:`aimed` fills in what was pointed at, and the
engine judges the rest.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from game.insight.numbers import decimal
from game.insight.telling import veiled
from game.rules import ammunition, casting, sneak
from game.rules.actions import (
    Action,
    Activate,
    Attack,
    AttackMode,
    AttackStructure,
    BreakStructure,
    Concentrate,
    Crouch,
    Dash,
    Delay,
    Draw,
    DropItem,
    DropProne,
    Escape,
    GmEffect,
    GmRemove,
    Grip,
    Join,
    Manoeuvre,
    Move,
    PickUp,
    Release,
    Rest,
    SneakAttack,
    StandUp,
    Stow,
    Switch,
    UseDoor,
    UseItem,
    UsePower,
)
from game.rules.bodies import enemies_of, held
from game.rules.catalog import ATTRIBUTE_NAMES, UNARMED, Weapon
from game.rules.doors import described, handy
from game.rules.engine import why_illegal, why_not_now
from game.rules.handling import in_hands_reach, thing_name, to_take
from game.rules.holds import escape_sheet, names_of_held
from game.rules.nonlethal import repertoire_of
from game.rules.powers import SHAPED, Power
from game.rules.state import Battle, Combatant, Placement
from game.rules.structures import pressed
from game.rules.things import things
from game.rules.walking import why_no_dash
from game.spatial.grid import Cell
from game.texts import N_, Text, text, tr
from game.view import offers_brawl
from game.view.effect_pictures import power_picture
from game.view.theme import picture_of

OptionKind = Literal["walk", "attack", "target", "thing", "area", "cell", "do", "menu"]
UNAIMED: Cell = (-1, -1)
COSTS = {"execution": text("Execution"), "full": text("Full action"), "long": text("Full action, works next turn")}
FORMS = {
    "line": N_("a line of {measure} m"), "cone": N_("a cone of {measure} m"),
    "circle": N_("a circle, radius {measure} m"),
    "sphere": N_("a sphere, radius {measure} m"), "cylinder": N_("a cylinder, radius {measure} m"),
    "aura": N_("all within {measure} m"), "square": N_("a square, side {measure} m"),
    "cube": N_("a cube, side {measure} m"), "free": N_("up to {measure} squares"),
}


@dataclass(frozen=True, slots=True)
class Option:
    """Something that may be tried, as the action bar shows it.

    ``kind`` says how it is aimed: at a way to walk, at an enemy ("attack", which a click on one does by itself), at a
    creature ("target"), at something to break ("thing"), at a place ("area", "cell"), or not at all. ``refused`` is why
    the rules do not let it now; ``weapon`` and ``mode`` belong to attacks; ``items`` to a menu; ``detail`` explains.
    """

    kind: OptionKind
    name: Text
    picture: str
    action: Action | None = None
    weapon: str = ""
    mode: AttackMode = "melee"
    refused: Text | None = None
    items: tuple["Option", ...] = ()
    detail: Text | None = None

    @property
    def at_creature(self) -> bool:
        """Whether it is aimed by pointing at a creature."""
        return self.kind in ("attack", "target")

    @property
    def key(self) -> tuple[object, ...]:
        """What stays the same about it while the battle changes."""
        return self.kind, self.weapon, self.mode, self.action if self.kind != "menu" else self.name


def aimed(
    action: Action, targets: tuple[str, ...] = (), *, thing: str = "", place: Placement | None = None,
    cell: Cell | None = None,
) -> Action:
    """The action of an option with its aim filled in: creatures, a thing, an area's place, or a cell."""
    first = targets[0] if targets else ""
    match action:
        case Attack() | Manoeuvre() | SneakAttack():
            return replace(action, target=first)
        case UsePower() | Activate() | UseItem() | GmEffect():
            return replace(action, targets=targets, place=place)
        case GmRemove():
            return replace(action, what=first)
        case Rest():
            return replace(action, who=first)
        case BreakStructure() | AttackStructure():
            return replace(action, structure=thing)
        case Move() | Dash():
            return replace(action, to=cell or UNAIMED)
        case Join():
            return replace(action, combatant=action.combatant.but(cell=cell))
    return action


def power_of(battle: Battle, action: Action | None) -> Power | None:
    """The power that an action uses, None when it uses none."""
    if not isinstance(action, UsePower | Activate | UseItem) or action.who not in battle.by_id:
        return None
    found = casting.asked(battle[action.who], action)
    return None if isinstance(found, Text) else found.power


def actions_left(battle: Battle) -> bool:
    """Whether the active creature can still move or act."""
    return battle.active is not None and (battle.turn.may_move or battle.turn.may_execute)


def option_name(option: Option) -> str:
    """Its name in the player's language."""
    return tr(option.name)


# --- pictures and names ----------------------------------------------------------------------------------------------


def weapon_picture(weapon: Weapon, mode: AttackMode) -> str:
    """The icon of a weapon."""
    if not weapon.id:
        return "fist"
    fallback = ("high-shot" if weapon.launch == "shot" else "thrown-spear") if mode == "ranged" else "crossed-swords"
    if mode == "ranged" and weapon.launch == "thrown" and weapon.reach:
        return "thrown-spear"
    return picture_of("weapon", weapon.id) or fallback


def attack_name(weapon: Weapon, mode: AttackMode) -> Text:
    """What the bar calls an attack."""
    if mode == "ranged" and weapon.launch == "thrown":
        return text("Throw: {weapon}", weapon=text(weapon.name))
    if mode == "ranged" and weapon.reach:
        return text("Shoot: {weapon}", weapon=text(weapon.name))
    return text(weapon.name)


def counted_name(battle: Battle, who: Combatant, weapon: Weapon, mode: AttackMode) -> Text:
    """The same, with the shots that are left where they are counted, and told. # rule: STR-6"""
    name, left = attack_name(weapon, mode), ammunition.left(who, weapon)
    if mode == "melee" or left is None or veiled(battle, who):
        return name
    return text("{attack} ({left} left)", attack=name, left=left)


# --- the bar ---------------------------------------------------------------------------------------------------------


def options_of(battle: Battle, who: Combatant) -> Iterator[Option]:
    """The action bar of the active creature, what matters most first."""
    yield Option("walk", text("Walk"), "walking-boot", Move(who.id, UNAIMED),
                 refused=why_not_now(battle, Move(who.id, UNAIMED)))
    if who.has("prone"):
        yield _plain(battle, StandUp(who.id), text("Stand up"), "arrow-up-from-line")
    yield from _holds(battle, who)
    attacks = list(_attacks(battle, who))
    blows = {each.weapon for each in attacks if each.mode == "melee"}
    thrown = [each for each in attacks if each.mode == "ranged" and each.weapon in blows]
    yield from (each for each in attacks if each not in thrown)
    yield from _menu(text("Powers"), "wizard-staff", list(_powers(battle, who)), always=True)
    yield from _menu(text("Manoeuvres"), "mailed-fist", list(_manoeuvres(battle, who)), always=True)
    yield from thrown
    doors = [
        _plain(battle, UseDoor(who.id, each.id),
               text("Close: {door}", door=described(each)) if each.open else
               text("Open: {door}", door=described(each)),
               "door-open" if each.open else "door-closed")
        for each in battle.structures if each.open is not None and handy(battle, who, each)
    ]
    yield from _menu(text("Doors"), "door-closed", doors)
    yield from _menu(text("Items"), "backpack", list(_items(battle, who)), always=True)
    yield from _menu(text("Weapons"), "crossed-swords", list(_handling(battle, who)), always=True)
    if not who.has("prone"):
        rise = text("Rise") if who.crouched else text("Crouch")
        yield _plain(battle, Crouch(who.id), rise, "kneeling")
    saddle = [_plain(battle, action, said, "walking-boot") for action, said in offers_brawl.riding(battle, who)]
    yield from _menu(text("Saddle"), "walking-boot", saddle)
    yield from _menu(text("Run and jump"), "walking-boot", list(_runs(battle, who)), always=True)
    yield from _menu(text("Break"), "thor-hammer", list(_breaking(battle, who)), always=True)
    if not who.has("prone"):
        yield _plain(battle, DropProne(who.id), text("Drop prone"), "prone")
    later = [
        _plain(battle, Delay(who.id, each), text("After {who}", who=battle[each].name), "hourglass")
        for each in battle.waiting[1:]
    ]
    yield from _menu(text("Delay"), "hourglass", later, always=True)
    yield from _between(battle)


def _plain(battle: Battle, action: Action, name: Text, picture: str, detail: Text | None = None) -> Option:
    return Option("do", name, picture, action, refused=why_illegal(battle, action), detail=detail)


def _to_aim(battle: Battle, kind: OptionKind, action: Action, name: Text, picture: str, weapon: str = "",
            mode: AttackMode = "melee", detail: Text | None = None, refused: Text | None = None) -> Option:
    return Option(kind, name, picture, action, weapon, mode, refused or why_not_now(battle, action), detail=detail)


def _menu(name: Text, picture: str, items: list[Option], always: bool = False) -> Iterator[Option]:
    """Several as a menu; a single one as itself unless ``always``."""
    if len(items) == 1 and not always:
        yield items[0]
    elif items:
        refused = None if any(each.refused is None for each in items) else items[0].refused
        yield Option("menu", name, picture, items=tuple(items), refused=refused)


# --- attacks and manoeuvres ------------------------------------------------------------------------------------------


def _attacks(battle: Battle, who: Combatant) -> Iterator[Option]:
    ready = held(who)
    melee = [each for each in ready if each.reach]
    for weapon, mode in _ways((*ready, *(() if melee else (UNARMED,)))):
        yield _attack(battle, who, weapon, mode)


def _ways(weapons: tuple[Weapon, ...]) -> Iterator[tuple[Weapon, AttackMode]]:
    for weapon in weapons:
        if weapon.reach or not weapon.id:
            yield weapon, "melee"
        if weapon.range:
            yield weapon, "ranged"


def _attack(battle: Battle, who: Combatant, weapon: Weapon, mode: AttackMode) -> Option:
    action, enemy = Attack(who.id, "", weapon.id, mode), next(enemies_of(battle, who), None)
    refused = ammunition.why_none(who, weapon) if mode == "ranged" else None
    if enemy is not None and not battle.turn.may_execute:
        refused = why_illegal(battle, replace(action, target=enemy.id))
    name, picture = counted_name(battle, who, weapon, mode), weapon_picture(weapon, mode)
    return _to_aim(battle, "attack", action, name, picture, weapon.id, mode, refused=refused)


def _manoeuvres(battle: Battle, who: Combatant) -> Iterator[Option]:
    """With what is in hand first, then with the bare body; attacks from hiding before them where somebody is unaware,
    else last. # rule: MAN-1 SIT-1"""
    ready = [each for each in held(who) if each.reach]
    sneaks = list(_sneaks(battle, who))
    yield from (each for each in sneaks if each.refused is None)
    for weapon in (*ready, UNARMED):
        for rule in repertoire_of(battle).values():
            if weapon.id and (rule.weapon == "bare" or (rule.weapon == "polearm" and not weapon.polearm)):
                continue
            if rule.effect == "unhorse" and not any(each.mount for each in enemies_of(battle, who)):
                continue
            name = text(rule.name)
            if len(ready) > 1 or (not weapon.id and ready and rule.weapon != "bare"):
                name = text("{manoeuvre}: {weapon}", manoeuvre=name, weapon=text(weapon.name))
            for metres in range(rule.metres, 0, -1) or (0,):  # rule: MAN-8
                said = text("{manoeuvre}, {metres} m", manoeuvre=name, metres=metres) if metres else name
                action = Manoeuvre(who.id, "", rule.id, weapon.id, metres=metres)
                yield _to_aim(battle, "target", action, said, weapon_picture(weapon, "melee"), weapon.id,
                              detail=text(rule.text) if rule.text else None)
    for blow in offers_brawl.declared(battle, who):
        weapon = who.weapon(blow.weapon) or UNARMED
        yield _to_aim(battle, "target", blow, text("To bruise: {weapon}", weapon=text(weapon.name)),
                      weapon_picture(weapon, "melee"), weapon.id,
                      detail=text("-3 to the attack; bruises instead of wounds"))
    if ready:  # else it stands in the bar
        yield _attack(battle, who, UNARMED, "melee")
    yield from (each for each in sneaks if each.refused is not None)


def _sneaks(battle: Battle, who: Combatant) -> Iterator[Option]:
    """# rule: SIT-1"""
    unaware = [each for each in enemies_of(battle, who)
               if each.id not in who.sneaked and sneak.unaware(battle, who, each)]
    refused = None if unaware else text("no enemy is unaware of {who}: begin a turn out of their sight first",
                                        who=who.name)
    for weapon, mode in _ways((*held(who), UNARMED)):
        name = text("Sneak attack: {weapon}", weapon=counted_name(battle, who, weapon, mode))
        yield _to_aim(battle, "target", SneakAttack(who.id, "", weapon.id, mode), name, "hood", weapon.id, mode,
                      refused=refused)


def _holds(battle: Battle, who: Combatant) -> Iterator[Option]:
    """Getting out of a hold, and letting go. # rule: MAN-3"""
    escapes = []
    for hold in () if battle.nonlethal else battle.holds_on(who.id):
        for way in battle.settings.escape:
            action = Escape(who.id, hold.holder, way)
            sheet = escape_sheet(battle, action)
            detail = text("{test} against ND {nd}", test=f"d{sheet.die} + {sheet.value + sheet.modifier}", nd=hold.nd)
            if veiled(battle, who) or veiled(battle, hold.holder):
                detail = text(ATTRIBUTE_NAMES[way])
            name = text("Escape from {who}: {attribute}", who=battle[hold.holder].name,
                        attribute=text(ATTRIBUTE_NAMES[way]))
            escapes.append(_plain(battle, action, name, "arrow-up-from-line", detail))
    yield from _menu(text("Escape"), "arrow-up-from-line", escapes)
    for pull, said in offers_brawl.pulls(battle, who):
        yield _plain(battle, pull, said, "mailed-fist")
    for own in battle.holds_by(who.id):
        yield _plain(battle, Release(who.id, own.held), text("Let go of {who}", who=battle[own.held].name), "fist")


# --- powers, items, things -------------------------------------------------------------------------------------------


def _powers(battle: Battle, who: Combatant) -> Iterator[Option]:
    for power in who.sheet.powers:
        action: Action = UsePower(who.id, power.id) if power.source == "spell" else Activate(who.id, power.id)
        yield _power(battle, who, power, action, text(power.name))
    if any(each.concentration for each in who.sheet.powers):
        yield _plain(battle, Concentrate(who.id), text("Concentrate"), "monk-face",
                     text("Full action: holds what was made by concentration"))


def _power(battle: Battle, who: Combatant, power: Power, action: Action, name: Text) -> Option:
    """How a power is aimed follows from its shape and from whom it may meet."""
    kind: OptionKind = "area" if power.shape is not None else "do" if power.aim == "self" else "target"
    return _to_aim(battle, kind, action, name, power_picture(power), detail=facts(battle, who, power),
                   refused=casting.why_spent(who, power))


def facts(battle: Battle, who: Combatant, power: Power) -> Text:
    """What a power takes, how far it goes, its area, how often it can still be used; only the first of it where its
    numbers are not told."""
    said = COSTS[power.action]
    if veiled(battle, who):
        return said
    more = []
    if power.range > 1:
        more.append(text("range {metres} m", metres=power.range))
    if power.shape is not None:
        more.append(text(FORMS[power.shape.form], measure=decimal(getattr(power.shape, SHAPED[power.shape.form]))))
    if power.targets > 1:
        more.append(text("up to {count} targets", count=power.targets))
    if power.concentration:
        more.append(text("concentration"))
    if power.uses:
        more.append(text("{left} of {uses} uses left", uses=power.uses,
                         left=max(power.uses - who.spent.count(power.id), 0)))
    for each in (*more, *([text(power.text)] if power.text else [])):
        said = text("{one} · {other}", one=said, other=each)
    return said


def _items(battle: Battle, who: Combatant) -> Iterator[Option]:
    """Using what is carried, taking up what lies about, letting things fall. # rule: ACT-2 ACT-3 ACT-5"""
    for item in dict.fromkeys(who.items):
        if item.power is not None:
            count = sum(each.id == item.id for each in who.items)
            name = text("Use: {item}", item=text(item.name))
            if count > 1:
                name = text("Use: {item} ({count})", item=text(item.name), count=count)
            yield _power(battle, who, item.power, UseItem(who.id, item.id), name)
    for thing in to_take(battle, who):
        if in_hands_reach(battle, who, thing):
            name = text("Take up: {thing}", thing=text(thing_name(thing)))
            if thing not in battle.items:
                name = text("Take from {who}: {thing}", who=battle[thing.owner].name, thing=text(thing_name(thing)))
            yield _plain(battle, PickUp(who.id, thing.id), name, "arrow-up-from-line")
    for item in dict.fromkeys(who.items):
        yield _plain(battle, DropItem(who.id, item.id), text("Let fall: {thing}", thing=text(item.name)), "backpack")


def _handling(battle: Battle, who: Combatant) -> Iterator[Option]:
    carried = [each for each in who.weapons if each.hands]
    for weapon in carried:
        picture, name = weapon_picture(weapon, "melee"), text(weapon.name)
        if weapon.id in who.hands:
            yield _plain(battle, Stow(who.id, weapon.id), text("Put away: {weapon}", weapon=name), picture)
            if weapon.id in who.loose:
                yield _plain(battle, Grip(who.id, weapon.id), text("In both hands: {weapon}", weapon=name), picture)
            elif weapon.hands > 1:
                yield _plain(battle, Grip(who.id, weapon.id, both=False), text("In one hand: {weapon}", weapon=name),
                             picture, text("Free: a hand to hold somebody with; it strikes nobody so"))
            yield _plain(battle, DropItem(who.id, weapon.id), text("Let fall: {thing}", thing=name), picture)
        else:
            yield _plain(battle, Draw(who.id, weapon.id), text("Draw: {weapon}", weapon=name), picture)
    for old in carried:
        for new in carried:
            if old.id in who.hands and new.id not in who.hands:
                name = text("Switch: {old} for {new}", old=text(old.name), new=text(new.name))
                yield _plain(battle, Switch(who.id, old.id, new.id), name, weapon_picture(new, "melee"))


def _runs(battle: Battle, who: Combatant) -> Iterator[Option]:
    """# rule: ACT-4 MOV-3"""
    yield _to_aim(battle, "walk", Dash(who.id, UNAIMED), text("Dash"), "walking-boot", refused=why_no_dash(battle, who),
                  detail=text("Full action: run up to {times} times a Move", times=battle.settings.dash))
    refused = None
    if battle.holds_by(who.id):
        refused = text("{who} holds {held}, and cannot jump", who=who.name, held=names_of_held(battle, who))
    yield _to_aim(battle, "walk", Move(who.id, UNAIMED, jump=True), text("Walk and jump down"), "walking-boot",
                  refused=refused, detail=text("The last step may be a fall"))
    yield _to_aim(battle, "walk", Dash(who.id, UNAIMED, jump=True), text("Dash and jump down"), "walking-boot",
                  refused=refused or why_no_dash(battle, who), detail=text("The last step may be a fall"))


def _between(battle: Battle) -> Iterator[Option]:
    """What the GM is asked, and what there is time to recover from. # rule: NLT-4 NLT-7"""
    asked = [_plain(battle, action, said, "death-skull") for action, said in offers_brawl.judged(battle)]
    yield from _menu(text("An accident?"), "death-skull", asked, always=True)
    rest = [_plain(battle, action, said, "hourglass") for action, said in offers_brawl.rests(battle)]
    yield from _menu(text("Recover"), "hourglass", rest, always=True)


def after_fight(battle: Battle) -> Iterator[Option]:
    """What may still be done when the fight is over: there is time to break things. # rule: STR-7"""
    yield from _between(battle)
    who = next(battle.present(), None)
    if who is None or next(things(battle), None) is None:
        return
    refused = text("{who} has no time, the GM says so", who=who.name) if pressed(battle, who) else None
    yield Option("thing", text("Break something"), "thor-hammer", BreakStructure(who.id, ""), refused=refused,
                 detail=text("There is time: it succeeds"))


def _breaking(battle: Battle, who: Combatant) -> Iterator[Option]:
    """Things of the map: at once, or blow by blow. # rule: STR-2 STR-3"""
    worn = None
    if who.exhausted:
        worn = text("{who} has worn itself out: rest, aid or another approach first", who=who.name)
    yield _to_aim(battle, "thing", BreakStructure(who.id, ""), text("Break at once, by strength"), "thor-hammer",
                  refused=worn, detail=text("A test of strength against the thing's ND"))
    for weapon, mode in _ways((*held(who), UNARMED)):
        refused = worn if mode == "melee" else ammunition.why_none(who, weapon)
        name = text("Strike: {weapon}", weapon=counted_name(battle, who, weapon, mode))
        if mode == "ranged":
            name = text("At a thing: {weapon}", weapon=counted_name(battle, who, weapon, mode))
        yield _to_aim(battle, "thing", AttackStructure(who.id, "", weapon.id, mode), name,
                      weapon_picture(weapon, mode), weapon.id, mode, refused=refused)
