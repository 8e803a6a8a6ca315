"""What stands in each part of the game master's panel."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from game.content.library import library
from game.content.parties import parties
from game.insight.telling import veiled
from game.rules import quick
from game.rules.actions import (
    Action,
    EndScene,
    GmDoor,
    GmEffect,
    GmGuard,
    GmLift,
    GmPV,
    GmRemove,
    GmSay,
    GmStructure,
    GoNormal,
    Hide,
    Rest,
    Reveal,
    SetPressure,
)
from game.rules.catalog import CONSEQUENCE_NAMES, Consequence
from game.rules.doors import structure_name
from game.rules.powers import CureEffect
from game.rules.scene import PRESSURE_NAMES
from game.rules.state import Combatant, Pressure, Structure
from game.spatial.grid import cell_name
from game.texts import sentence, text, tr
from game.view.offers import option_name
from game.view.panels import vitals
from game.view.screens import (
    creature_form,
    curtain,
    gm,
    gm_dialogs,
    gm_effects,
    gm_injuries,
    menus,
    party,
    rulings,
    tables,
)
from game.view.screens.gm_things import middle_of
from game.view.theme import picture_of
from game.view.widgets.choice import Part
from game.view.widgets.finder import search_rows
from game.view.widgets.form import Form, Push
from game.view.widgets.listing import Row

if TYPE_CHECKING:
    from game.view.screens.master import Master

STEPS: Final = (-5, -1, 1, 5)  # PV at a click
HIT_STEPS: Final = (-1, 1)
ENDS: Final[tuple[Consequence, ...]] = ("unconscious", "dying", "fallen", "surrendered")


def _push(master: "Master", said: str, action: Action, picture: str = "") -> Push:
    """A button that does something at once; one that the rules refuse says why."""
    reason = master.screen.match.why(action)
    return Push(said, lambda: master.act(action), picture, sentence(reason) if reason is not None else "",
                enabled=reason is None)


# --- creatures -------------------------------------------------------------------------------------------------------


def creatures(master: "Master", form: Form) -> None:
    """Who is chosen, and everything that is done to creatures."""
    ones = master.ones
    _last_roll(master, form)
    if not ones:
        form.words(tr("Shift: several at once."))
        _everybody(master, form)
        return
    if len(ones) == 1:
        _one(master, form, ones[0])
    else:
        form.title(tr(text("{count} creatures", count=len(ones))))
        form.words(", ".join(each.name for each in ones), "text")
    _effects(master, form, ones)
    if len(ones) == 1:
        _alone(master, form, ones[0])
    form.skip()
    rest = [Rest(each.id) for each in ones]
    form.buttons([
        Push(tr("Rest"), lambda: master.act(*rest), "moon"),
        Push(tr("Remove"), lambda: master.act(*(GmRemove(each.id) for each in ones)), "trash-2"),
        Push(tr("Choose others"), partial(_none, master), "arrow-left"),
    ])


def _last_roll(master: "Master", form: Form) -> None:
    """The GM's word on the last roll, when there was one."""
    ruling = rulings.options(master.screen.match)
    if ruling.refused is None:
        form.buttons([Push(f"{option_name(ruling)}…", lambda: master.screen.choose(ruling), ruling.picture)],
                     stretch=True)


def _none(master: "Master") -> None:
    master.chosen = ()
    master.changed()


def _everybody(master: "Master", form: Form) -> None:
    battle, screen = master.battle, master.screen
    if not master.sees_always:  # whether or not anything is hidden: to offer it only then would tell
        said = tr("To the players' side") if screen.match.gm else tr("Game master's side") + "…"
        form.buttons([Push(said, partial(curtain.toggle, screen), "eye-off" if screen.match.gm else "eye")],
                     stretch=True)
    rows, ids = [], []
    for team in battle.teams:
        mates = [each for each in battle.combatants if each.team == team.id]
        if mates:
            rows.append(Row(tr(team.name or team.id), heading=True))
            ids.append("")
        rows += [Row(each.name, _short_state(master, each), picture_of("creature", each.sheet.id) or "users",
                     aside=cell_name(each.cell) if each.cell is not None else "–",
                     role="faint" if each.out else "text") for each in mates]
        ids += [each.id for each in mates]
    if rows:
        form.rows(rows, lambda n: _choose_shown(master, ids[n]))
    else:
        form.words(tr("Nobody is here yet: add them."))


def _choose_shown(master: "Master", id: str) -> None:
    if id:
        master.choose(id)
        cell = master.battle[id].cell
        if cell is not None:
            master.screen.view.show(cell)


def _short_state(master: "Master", who: Combatant) -> str:
    """PV, how it is out, conditions, in a few words."""
    parts = [vitals.numbers(master.battle, who)]
    if who.out and who.consequence is not None:
        parts.append(tr(CONSEQUENCE_NAMES[who.consequence]))
    if who.hidden:
        parts.append(tr("hidden"))
    parts += [tr(master.battle.condition_rules[each.id].name) for each in who.conditions]
    return " · ".join(each for each in parts if each)


def _one(master: "Master", form: Form, who: Combatant) -> None:
    """One creature: its numbers, and PV at a click or as a number."""
    battle = master.battle
    form.title(who.name)
    team = next((each.name or each.id for each in battle.teams if each.id == who.team), who.team)
    where = cell_name(who.cell) if who.cell is not None else "–"
    form.words(f"{tr(team)} · {where} · {_short_state(master, who)}", "text")
    if veiled(battle, who):
        return
    _points(master, form, who)
    if who.out or not who.pv:
        form.choice(tr("Out of the fight"), [Part(tr(CONSEQUENCE_NAMES[each])) for each in ENDS],
                    lambda n: master.act(GmPV(who.id, 0, ENDS[n])),
                    chosen=[n for n, each in enumerate(ENDS) if each == who.consequence])


def _points(master: "Master", form: Form, who: Combatant) -> None:
    """PV at a click or as a number; in quick combat hits. # rule: QCK-3"""
    battle = master.battle
    hits = battle.mode == "quick" and battle.phase == "fight"
    most, now = (quick.most_hits(who), quick.hits_left(who)) if hits else (who.sheet.pv, who.pv)
    said = text("Hits, of {most}", most=most) if hits else text("PV, of {most}", most=most)

    def put(value: int) -> None:
        kept = max(0, min(most, value))
        master.act(GmPV(who.id, quick.pv_for(who, kept) if hits else kept))

    form.number(tr(said), now, most=most, done=put, tip=tr("A number, then Enter"))
    form.buttons([Push(f"{'+' if each > 0 else '−'}{abs(each)}", partial(put, now + each), tip=tr(said))
                  for each in (HIT_STEPS if hits else STEPS)], least=2)


def _effects(master: "Master", form: Form, ones: tuple[Combatant, ...]) -> None:
    """What may be done to one or several."""
    ids = tuple(each.id for each in ones)
    hidden = all(each.hidden for each in ones)
    seen: list[Action] = [Reveal(each.id) if hidden else Hide(each.id) for each in ones if each.hidden == hidden]
    form.buttons([
        Push(tr("Condition…"), partial(gm_dialogs.condition, master, ids), "triangle-alert"),
        Push(tr("Damage…"), partial(gm_dialogs.damage, master, ids), "heart-crack"),
        Push(tr("Healing…"), partial(gm_dialogs.healing, master, ids), "heart-plus"),
        Push(tr("Bonus…"), partial(gm_dialogs.bonus, master, ids), "sparkles"),
        Push(tr("Every turn…"), partial(gm_effects.every_turn, master, ids), "hourglass"),
        Push(tr("Protection…"), partial(gm_effects.protection, master, ids), "visored-helm"),
        Push(tr("Show") if hidden else tr("Hide"), partial(_turn_over, master, seen), "eye" if hidden else "eye-off"),
        Push(tr("Side…"), partial(gm_dialogs.side, master, ids), "flag"),
    ])


def _turn_over(master: "Master", seen: list[Action]) -> None:
    """Hide or show; where the players' side is on the screen, say where those are who vanished from it."""
    master.act(*seen)
    if not master.screen.match.gm and any(isinstance(each, Hide) and master.screen.match.game.battle[each.who].hidden
                                          for each in seen):
        master.screen.toast(tr("Only the game master's side (F10) shows who is hidden"), "good")


def _alone(master: "Master", form: Form, who: Combatant) -> None:
    """What is done to one creature only, and what it is under."""
    battle = master.battle
    form.buttons([
        Push(tr("Move…"), partial(_move, master, who.id), "move", chosen=master.moving == who.id),
        Push(tr("Order…"), partial(gm_dialogs.order, master, who.id), "list-ordered",
             enabled=battle.phase == "fight"),
        Push(tr("Sheet"), partial(_sheet, master, who.id), "scroll-text"),
        *([_push(master, tr("Fixed defence −1") if who.guard else tr("Fixed defence +1"),
                 GmGuard(who.id, 0 if who.guard else 1), "visored-helm")] if battle.mode == "quick" else []),
        *([Push(tr("Injuries…"), partial(gm_injuries.injuries, master, who.id), "fist")] if battle.nonlethal else []),
        Push(tr("To the library…"), partial(creature_form.keep, master, who.sheet), "save"),
    ])
    lasting: list[tuple[Row, Action]] = []
    for condition in who.conditions:
        said = tr(battle.condition_rules[condition.id].name)
        source = battle.by_id.get(condition.source)
        detail = tr(vitals.left_of(condition.expiry, battle))
        if source is not None and source.id != who.id:
            detail = tr(text("{left}, from {who}", left=detail, who=source.name))
        name = tr(text("End of the condition: {condition}", condition=said))
        lasting.append((Row(said, detail, "triangle-alert", aside="×"),
                        GmEffect(CureEffect((condition.id,)), (who.id,), name=name)))
    lasting += [(Row(tr(each.effect.name), tr(vitals.left_of(each.expiry, battle)), "sparkles", aside="×"),
                 GmLift(who.id, each.effect.name)) for each in who.ongoing]
    if lasting:
        form.skip()
        form.words(tr("It is under this; a click ends it:"))
        form.rows([row for row, _ in lasting], lambda n: master.act(lasting[n][1]))


def _move(master: "Master", id: str) -> None:
    """Where it goes is pointed at next."""
    master.moving = "" if master.moving == id else id
    master.changed()


def _sheet(master: "Master", id: str) -> None:
    screen = master.screen
    screen.details, screen.lingering = "" if screen.details == id else id, None
    screen.host.redraw()


# --- adding ----------------------------------------------------------------------------------------------------------


def add(master: "Master", form: Form) -> None:
    """Which creatures come in, how many, on which side; then a click on the map."""
    teams = master.battle.teams

    def count(value: int) -> None:
        master.count = value
        master.screen.host.redraw()

    def team(n: int) -> None:
        master.team = teams[n].id
        master.changed()

    def unseen(n: int) -> None:
        master.hidden = n == 1
        master.changed()

    _kinds(master, form)
    form.number(tr("How many"), master.count, least=1, most=30, changed_to=count)
    _library(master, form)
    form.choice(tr("For"), [Part(tr(each.name or each.id)) for each in teams], team,
                chosen=[n for n, each in enumerate(teams) if each.id == master.side])
    form.choice("", [Part(tr("in sight"), "eye"), Part(tr("hidden"), "eye-off")], unseen,
                chosen=[1 if master.hidden else 0])


def _kinds(master: "Master", form: Form) -> None:
    """The list of all that can be added. What is below it is in sight too, where there is room for both."""
    known, own = master.known, library()
    ids = [*own.kept, *(id for id in known if id not in own.kept)]
    rows = [Row(tr(known[id].name), picture=picture_of("creature", id) or "users",
                aside=f"{known[id].pv} PV", detail=tr("of your own") if id in own.kept else "") for id in ids]

    def choose(n: int) -> None:
        master.query = field.said
        master.take_kind(ids[n])

    room = form.panel.rect.bottom - form.top - form.line
    high = max(room - 13 * form.line // 2, min(room - 2 * form.line, 5 * form.line), 3 * form.line)
    field = search_rows(form, rows, choose, most=high / form.look.scale.em(1),
                        marked=ids.index(master.kind) if master.kind in ids else None)
    if master.query:
        field.say(master.query)
        field.filter(master.query)


def _library(master: "Master", form: Form) -> None:
    """Making, changing and deleting creatures of one's own."""
    own, sheet = library(), master.sheet
    buttons = [Push(tr("New creature…"), partial(creature_form.new, master), "plus")]
    if sheet is not None and sheet.id in own.kept:
        buttons.append(Push(tr("Change…"), partial(creature_form.change, master, sheet), "pencil"))
        buttons.append(Push(tr("Delete"), partial(creature_form.delete, master, sheet), "trash-2"))
    elif sheet is not None:
        buttons.append(Push(tr("Copy…"), partial(creature_form.copy, master, sheet), "copy"))
    form.buttons(buttons)
    if own.faults:
        form.words(tr(text("Files of the library that cannot be read: {count}", count=len(own.faults))), "bad")


# --- the scene -------------------------------------------------------------------------------------------------------


def scene(master: "Master", form: Form) -> None:
    """The story, doors and walls, and what goes for all."""
    screen, battle = master.screen, master.battle

    def say(said: str) -> None:
        if said.strip() and master.tries(GmSay(said)):
            story.say("")

    story = form.entry("", "", say, most=200, hint=tr("A line of the story, then Enter"))
    form.skip()
    _thing(master, form)
    form.skip()
    over = gm.changes_of_the_scene()
    form.buttons([
        Push(tr("Change the scene…"), lambda: menus.choices(screen, over), "cloud"),
        _push(master, tr("End the scene"), EndScene(), "flag"),
        Push(tr("All rest"), partial(_all_rest, master), "moon"),
        *([_push(master, tr("To normal combat"), GoNormal(), "swords")] if battle.mode == "quick" else []),
        Push(tr("Everything…"), lambda: gm.panel(screen), "ellipsis"),
    ])
    for zone in battle.zones:
        said = tr(text("End: {what}", what=text(zone.effect.name)))
        form.buttons([_push(master, said, GmRemove(zone.id), "trash-2")])
    times: tuple[Pressure, ...] = ("enemies", "always", "never")
    form.choice(tr("Time presses"), [Part(tr(PRESSURE_NAMES[each])) for each in times],
                lambda n: None if times[n] == battle.pressure else master.act(SetPressure(times[n])),
                chosen=[times.index(battle.pressure)])


def _all_rest(master: "Master") -> None:
    """Everybody who can rests; where somebody cannot, the first reason is told."""
    who = list(master.battle.present())
    able = [Rest(each.id) for each in who if master.screen.match.why(Rest(each.id)) is None]
    if able:
        master.act(*able)
    elif who:
        master.act(Rest(who[0].id))


def _thing(master: "Master", form: Form) -> None:
    """The structure that is chosen, else those that open."""
    battle, thing = master.battle, master.structure
    if thing is None:
        form.words(tr("Click a door or a wall on the map, or choose here."))
        doors = [each for each in battle.structures if each.open is not None]
        if doors:
            form.rows([Row(sentence(structure_name(each)), _state(each), _picture(each), aside=_where(master, each))
                       for each in doors],
                      lambda n: _show_thing(master, doors[n].id), most=14)
        return
    form.title(sentence(structure_name(thing)), _picture(thing))
    said = [_state(thing)]
    if thing.material:
        said.append(tr(thing.material))
    said.append(tr(text("ND {left} of {nd}", left=thing.nd - thing.wear, nd=thing.nd)) if thing.nd
                else tr("nothing breaks it"))
    form.words(" · ".join(each for each in said if each), "text")
    id = thing.id
    if thing.open is not None and not thing.fallen:
        opens = _push(master, tr("Shut"), GmDoor(id, "shut"), "door-closed") if thing.open else _push(
            master, tr("Open"), GmDoor(id, "open"), "door-open")
        locks = _push(master, tr("Unlock"), GmDoor(id, "unlocked"), "lock-open") if thing.locked else _push(
            master, tr("Lock"), GmDoor(id, "locked"), "lock")
        form.buttons([opens, locks])
    whole = _push(master, tr("Restore"), GmStructure(id, "whole"), "brick-wall")
    form.buttons([whole] if thing.fallen else [
        _push(master, tr("Break"), GmStructure(id, "broken"), "stone-pile"), *([whole] if thing.wear else [])])
    form.number(tr("Its ND"), thing.nd, most=9999, done=lambda value: master.act(GmStructure(id, nd=value)),
                tip=tr("A number, then Enter"))
    if thing.nd and not thing.fallen:
        form.number(tr("What is left of it"), thing.nd - thing.wear, least=1, most=thing.nd,
                    done=lambda value: master.act(GmStructure(id, left=value)), tip=tr("A number, then Enter"))
    form.buttons([Push(tr("Choose others"), partial(_no_thing, master), "arrow-left")])


def _where(master: "Master", thing: Structure) -> str:
    """The square where a structure is."""
    cell = middle_of(master.battle, thing)
    return cell_name(cell) if cell is not None else ""


def _no_thing(master: "Master") -> None:
    master.thing = ""
    master.changed()


def _show_thing(master: "Master", id: str) -> None:
    master.thing = id
    thing = master.structure
    cell = middle_of(master.battle, thing) if thing is not None else None
    if cell is not None:
        master.screen.view.show(cell)
    master.changed()


def _state(thing: object) -> str:
    """How a structure is, in a word."""
    if getattr(thing, "fallen", False):
        return tr("broken")
    opened = getattr(thing, "open", None)
    if opened is None:
        return ""
    return tr("open") if opened else tr("locked") if getattr(thing, "locked", False) else tr("shut")


def _picture(thing: object) -> str:
    if getattr(thing, "fallen", False):
        return "stone-pile"
    opened = getattr(thing, "open", None)
    if opened is None:
        return "brick-wall"
    return "door-open" if opened else "lock" if getattr(thing, "locked", False) else "door-closed"


# --- the map, the party ----------------------------------------------------------------------------------------------


def map_file(master: "Master", form: Form) -> None:
    """Keeping the map as a file."""
    screen = master.screen
    form.skip()
    form.words(tr("Enter draws at the cursor; Q and E turn its side."))
    form.buttons([Push(tr("Keep the map…"), partial(tables.keep_map, screen, screen.match.game.battle), "save")])


def company(master: "Master", form: Form) -> None:
    """Keeping the players' side for the next scenario."""
    battle = master.screen.match.battle
    form.words(tr("The players' side goes on to the next scenario: with PV, ammunition and items as they are, or "
                  "after a rest."))
    form.buttons([
        Push(tr("Keep as they stand…"), partial(party.keep, master, False), "save"),
        Push(tr("Keep after a rest…"), partial(party.keep, master, True), "moon"),
    ])
    kept = parties()
    if not kept:
        return
    form.skip()
    form.words(tr("Kept parties; a click shows one:"))
    form.rows([Row(each.name, party.members(each), "backpack") for _, each in kept],
              lambda n: party.look_at(master.screen, kept[n][0], kept[n][1], battle), most=16)


FILL: Final[dict[str, Callable[["Master", Form], None]]] = {
    "creatures": creatures, "add": add, "scene": scene, "party": company,
}
