"""The panels of the Area lab: tools along the top, the area at the left, what it does at the right, a status line."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.content import lab
from game.content.lab import SHAPES, TURNED, Seen, Setup
from game.insight.lens import COUNTED
from game.insight.placing import Choice
from game.rules.bodies import body_of
from game.spatial.areas import AS_WIDE_AS_LONG
from game.spatial.grid import Cell, cell_name
from game.texts import N_, decimal, text, tr
from game.view import fonts
from game.view.panels import brush
from game.view.screens import lab_dialogs
from game.view.screens.lab_controls import BRUSH_KEYS, COUNTINGS, PASSAGES
from game.view.screens.lab_map import LETTERS
from game.view.widgets.base import Panel
from game.view.widgets.button import Button
from game.view.widgets.choice import Part
from game.view.widgets.form import Form, Push
from game.view.widgets.label import Label
from game.view.widgets.listing import Row
from game.view.widgets.scroll import Scroll

if TYPE_CHECKING:
    from game.view.screens.lab import LabScreen

ORIGIN_NAMES: Final = (("corner", N_("corner")), ("cell", N_("square")), ("edge", N_("caster")))
MEASURES: Final = {"square": N_("Side {metres} m"), "cube": N_("Side {metres} m"), "line": N_("Length {metres} m"),
                   "cone": N_("Length {metres} m"), "rows": N_("Length {metres} m")}
COUNTING_NAMES: Final = {"centre": N_("centre"), "any": N_("any part"), "half": N_("half")}
PASSAGE_NAMES: Final = {None: N_("as usual"), "straight": N_("straight"), "connected": N_("connected"),
                        "spread": N_("round corners"), "none": N_("through walls")}
ANGLES: Final = (0, 30, 45, 60, 90, 120, 180)
MOST_THINGS: Final = 3  # that are named
SNAPS: Final = (8, 16, 32)
SIZES: Final = (1, 2, 3, 4)


# --- along the top ---------------------------------------------------------------------------------------------------


def fill_strip(screen: "LabScreen", panel: Panel) -> None:
    """The map, the tools, undo and the menu."""
    scale = screen.look.scale
    pad, px = scale.pad, scale.body
    room = panel.rect.inflate(-2 * pad, -pad)
    side, gap = room.height, max(2, pad // 3)
    ends: list[tuple[str, str, Callable[[], None], bool]] = [
        ("undo-2", tr("Undo (Ctrl+Z)"), screen.undo, screen.game.can_undo),
        ("redo-2", tr("Redo (Ctrl+Y)"), partial(screen.undo, forward=True), screen.game.can_redo),
        ("circle-help", tr("Keys (F1)"), partial(lab_dialogs.keys, screen), True),
        ("menu", tr("Menu (Escape)"), partial(lab_dialogs.main, screen), True)]
    right = room.right
    if screen.back is not None:
        ends.append(("arrow-left", tr("Back to the game"), screen.back, True))
    for picture, tip, act, enabled in reversed(ends):
        right -= side
        panel.add(Button(pygame.Rect(right, room.top, side, side), "", act, px, picture=picture, tip=tip,
                         enabled=enabled, side="centre"))
        right -= gap
    tools = screen.tool_names()
    need = len(tools) * (side + gap)
    said, name = tr("Map…"), screen.battle.name
    wide = Button.width_for(said, px, True, "", pad)
    whole = right - room.left - wide - 2 * gap >= need
    if not whole:
        wide = side
    panel.add(Button(pygame.Rect(room.left, room.top, wide, side), said if whole else "", partial(lab_dialogs.maps,
              screen), px, picture="map", tip=tr(text("{map} (M)", map=text(name))), side="centre"))
    left = room.left + wide + gap
    if not whole:
        held = next(each for each in tools if each[3])
        spot = pygame.Rect(left, room.top, max(side, right - left), side)
        panel.add(Button(spot, fonts.shorten(held[0], px, spot.width - round(px * 1.3) - 3 * pad, "bold"),
                         partial(lab_dialogs.tools, screen), px, picture=held[1], tip=tr("Tools"), side="centre"))
        return
    spare = right - left - need
    named = [Button.width_for(each[0], px, True, "", pad) for each in tools]
    words = sum(named) + gap * len(tools) <= right - left
    for (name, picture, key, chosen, act), wide in zip(tools, named, strict=True):
        wide = wide if words else side + min(spare // len(tools), scale.em(0.6))
        panel.add(Button(pygame.Rect(left, room.top, wide, side), name if words else "", act, px, picture=picture,
                         chosen=chosen, tip=tr(text("{tool} ({key})", tool=text(name), key=key)), side="centre"))
        left += wide + gap


# --- at the left -----------------------------------------------------------------------------------------------------


def fill_left(screen: "LabScreen", panel: Scroll) -> None:
    """What is in hand: the area, the brush, or a creature."""
    form = Form(panel, screen.look)
    _fill_hand(screen, form)
    form.finish()


def _fill_hand(screen: "LabScreen", form: Form) -> None:
    if screen.tool == "brush":
        brush.fill(form, screen.brush, BRUSH_KEYS, screen, lambda: screen.hold("brush"))
    elif screen.tool != "aim":
        _figure(screen, form)
    else:
        _area(screen, form)


def _figure(screen: "LabScreen", form: Form) -> None:
    """A creature that is to be added."""
    def size(n: int) -> None:
        screen.figure = SIZES[n]
        screen.host.redraw()

    form.title(tr("Ally") if screen.tool == "ally" else tr("Enemy"))
    form.choice(tr("Its side, in squares"), [Part(str(each)) for each in SIZES], size,
                chosen=[SIZES.index(screen.figure)])
    form.words(tr("Click a square to add one, a creature to take it away. Drag a creature to move it."))
    form.buttons([Push(tr("Aim"), partial(screen.hold, "aim"), "search")])


def _area(screen: "LabScreen", form: Form) -> None:
    """The area: its shape and measures, where it starts, and by what rules it is counted. A click on a line takes the
    next value."""
    setup = screen.setup
    shapes = [*SHAPES]
    form.choice("", [Part(tr(SHAPES[each])) for each in shapes], lambda n: screen.change(shape=shapes[n]),
                chosen=[shapes.index(setup.shape)], tabs=True)
    if setup.shape != "cells":
        _measure(screen, form, "size", MEASURES.get(setup.shape, N_("Radius {metres} m")), 64,
                 tr("Shift+wheel, comma and dot"))
    _measures(screen, form, setup)
    placed = setup.shape not in ("aura", "cells")
    if placed:
        said = next(name for kind, name in ORIGIN_NAMES if kind == setup.origin)
        form.buttons([Push(tr(text("From: {origin}", origin=text(said))), screen.next_origin, key="O")], stretch=True)
    if setup.shape in TURNED:
        degrees = decimal((-setup.turn * 360 / setup.snap) % 360)
        _row(form, Push("", partial(screen.turn, -1), "undo-2", tr("Turn left (Q)")),
             Push(f"{degrees}° / {setup.snap}", partial(_snap, screen), tip=tr("How many directions there are")),
             Push("", partial(screen.turn, 1), "redo-2", tr("Turn right (E)")))
    form.buttons([Push(tr(text("Counts: {rule}", rule=text(COUNTING_NAMES[setup.counting]))),
                       partial(screen.cycle, "counting", COUNTINGS), key="R",
                       tip=tr(text("A square counts with {what}", what=text(COUNTED[setup.counting]))))], stretch=True)
    if setup.shape != "cells":
        form.buttons([Push(tr(text("Passes: {way}", way=text(PASSAGE_NAMES[setup.passage]))),
                           partial(screen.cycle, "passage", PASSAGES), key="W",
                           tip=tr("How the effect passes walls"))], stretch=True)
    if placed:
        height = 1.0 if setup.height is None else setup.height
        _row(form, Push("", partial(screen.lift, -0.5), "minus", tr("Lower (PageDown)")),
             Push(tr(text("Up {metres} m", metres=decimal(height))), partial(screen.change, height=None),
                  tip=tr("How high above its ground the area starts; a click: as usual")),
             Push("", partial(screen.lift, 0.5), "plus", tr("Higher (PageUp)")),
             tr(text("{metres} m", metres=decimal(height))))
    _caster(screen, form, setup)


def _row(form: Form, less: Push, middle: Push, more: Push, short: str = "") -> None:
    """A value between two buttons; ``short`` where there is no room for all of it."""
    side, x = form.line, form.left
    room = form.room - 2 * (side + form.gap)
    if short and Button.width_for(middle.said, form.px, False, "", form.look.scale.pad) > room:
        middle = replace(middle, said=short, tip=f"{middle.said}. {middle.tip}" if middle.tip else middle.said)
    for push, wide in ((less, side), (middle, room), (more, side)):
        form.panel.add(Button(pygame.Rect(x, form.top, wide, side), push.said, push.act, form.px, picture=push.picture,
                              tip=push.tip, side="centre", flat=push is middle))
        x += wide + form.gap
    form.top += side + form.gap


def _measure(screen: "LabScreen", form: Form, field: str, said: str, most: int, tip: str = "") -> None:
    """A length in whole metres."""
    now = getattr(screen.setup, field) or 3.0

    def by(step: int) -> None:
        screen.change(**{field: max(1.0, min(float(most), now + step))})

    _row(form, Push("", partial(by, -1), "minus", tr("Less")),
         Push(tr(text(said, metres=decimal(now))), partial(lab_dialogs.measure, screen, field, most), tip=tip),
         Push("", partial(by, 1), "plus", tr("More")), tr(text("{metres} m", metres=decimal(now))))


def _snap(screen: "LabScreen") -> None:
    """Another number of directions, the nearest of them."""
    setup = screen.setup
    snap = SNAPS[(SNAPS.index(setup.snap) + 1) % len(SNAPS)]
    screen.change(snap=snap, turn=round(setup.turn * snap / setup.snap) % snap)


def _caster(screen: "LabScreen", form: Form, setup: Setup) -> None:
    """Who casts it, with what, and how far."""
    who = screen.occupant(setup.who)
    said = tr("Caster: nobody…") if who is None else tr(text("Caster: {who}…", who=who.name))
    pushes = [Push(said, partial(lab_dialogs.caster, screen), key="C", tip=tr("Key C at a creature"))]
    if who is not None and any(lab.powers_of(who)):
        power = lab.power_of(screen.battle, setup)
        called = tr("Power…") if power is None else tr(text("Power: {power}…", power=text(power.name)))
        pushes.append(Push(called, partial(lab_dialogs.powers, screen)))
    form.buttons(pushes, stretch=True)
    if who is not None and setup.shape not in ("aura", "cells") and setup.origin != "edge":
        form.number(tr("Range, m"), min(round(setup.reach), 512), least=1, most=512,
                    changed_to=lambda value: screen.change(reach=float(value)),
                    tip=tr("For the best placements; 512 is anywhere"))


def _measures(screen: "LabScreen", form: Form, setup: Setup) -> None:
    """What only some shapes have."""
    if setup.shape == "line":
        _measure(screen, form, "width", N_("Width {metres} m"), 32)
    if setup.shape == "cylinder":
        _measure(screen, form, "tall", N_("Height {metres} m"), 64)
    if setup.shape == "cone":
        angles = ANGLES if setup.angle in ANGLES else (*ANGLES, setup.angle)
        after = angles[(angles.index(setup.angle) + 1) % len(angles)]
        degrees = decimal(setup.angle or round(AS_WIDE_AS_LONG))
        form.buttons([Push(tr(text("Angle: {degrees}°", degrees=degrees)), partial(
            screen.change, angle=after, end="round" if after > 170 else setup.end),
            tip=tr("53° is as wide as long"))], stretch=True)
        if setup.angle <= 170:
            ends = text("round") if setup.end == "round" else text("flat")
            form.buttons([Push(tr(text("End: {end}", end=ends)), partial(screen.cycle, "end", ("round", "flat")))],
                         stretch=True)


# --- at the right ----------------------------------------------------------------------------------------------------


def fill_right(screen: "LabScreen", panel: Scroll) -> None:
    """What the area does, and what else may be asked of it."""
    form = Form(panel, screen.look)
    seen = screen.seen()
    _hits(screen, form, seen)
    _buttons(screen, form)
    if screen.work is not None:
        form.words(tr(text("Working it out: {percent} %", percent=round(screen.work.progress * 100))), "text")
        form.buttons([Push(tr("Stop"), screen.cancel_work, "trash-2")])
    if screen.list_best and screen.found is not None:
        _best(screen, form)
    elif screen.lens_mode and seen is not None:
        _lens(screen, form)
    _pins(screen, form)
    form.skip()
    form.buttons([Push(tr("Copy as command"), partial(lab_dialogs.copy_command, screen), "copy", tr("Ctrl+C")),
                  Push(tr("Copy as text"), partial(lab_dialogs.copy_text, screen), "message-square-text"),
                  Push(tr("Picture"), partial(lab_dialogs.picture, screen), "save")])
    if screen.look.scale.narrow:
        form.skip()
        _fill_hand(screen, form)
    form.finish()


def _hits(screen: "LabScreen", form: Form, seen: Seen | None) -> None:
    """How many squares are lit, and everybody hit by name, allies first."""
    battle, setup = screen.battle, screen.setup
    if seen is None:
        form.title(tr("No squares"))
        if screen.refused:
            form.words(screen.refused, "bad")
        elif setup.shape == "aura" or (setup.origin == "edge" and not setup.who):
            form.words(tr("Click the creature that casts it"))
        else:
            form.words(tr("Click where the area starts."))
        return
    form.title(tr(text("{count} squares", count=seen.count)))
    damage = lab.damage_of(battle, setup, seen.foes)
    for ids, said, role in ((seen.allies, N_("allies {count}: {names}"), "bad"),
                            (seen.foes, N_("enemies {count}: {names}"), "text"),
                            (seen.things, N_("things {count}: {names}"), "muted")):
        if ids or role == "text":
            most = MOST_THINGS if role == "muted" else len(ids)
            form.words(tr(text(said, count=len(ids), names=lab.names(battle, ids, most) or "–")),
                       role, "bold" if role == "bad" else "regular")
    if damage is not None:
        form.words(tr(text("damage on average: {points} to enemies, {harm} to allies", points=decimal(float(damage)),
                           harm=decimal(float(lab.damage_of(battle, setup, seen.allies) or Fraction(0))))))
    if seen.cut.any():
        form.words(tr(text("cut off: {count}", count=int(seen.cut.sum()))))


def _buttons(screen: "LabScreen", form: Form) -> None:
    modes = (N_("Lens"), N_("Lens: what differs"), N_("Lens: four"))
    form.buttons([
        Push(tr("Pin this"), screen.pin, "flag", tr("Key P")),
        Push(tr("Best"), screen.toggle_best, "laurel-crown", tr("Key B"), chosen=screen.list_best),
        Push(tr("Heat"), screen.toggle_heat, "sun-moon", tr("Key H"), chosen=screen.heat),
        Push(tr(modes[screen.lens_mode]), screen.turn_lens, "eye", tr("Key X"), chosen=screen.lens_mode > 0)])


def _best(screen: "LabScreen", form: Form) -> None:
    """The trade-off list; Enter picks one."""
    assert screen.found is not None
    form.skip()
    form.words(tr("Best placements; Enter takes one."), "text")
    rows = [Row(_place_said(each), _choice_said(screen, each)) for each in screen.found.best]
    if rows:
        listing = form.rows(rows, screen.pick, most=16, looked_at=screen.preview)
        listing.follow = True
    else:
        form.words(tr("No placement meets anybody or anything."))


def _place_said(choice: Choice) -> str:
    place = choice.place
    if place is None:
        return tr("around its caster")
    name = cell_name((int(place.x), int(place.y))) if place.origin == "cell" else (
        f"{decimal(float(place.x))} / {decimal(float(place.y))}")
    return tr(text("enemies {foes}, allies {allies} · {place}", foes=len(choice.enemies), allies=len(choice.allies),
                   place=name))


def _choice_said(screen: "LabScreen", choice: Choice) -> str:
    said = [lab.names(screen.battle, choice.enemies)] if choice.enemies else []
    if screen.found is not None and screen.found.in_points:
        said.append(tr(text("damage {points}", points=decimal(float(choice.expected)))))
    if choice.things:
        said.append(tr(text("things {count}", count=len(choice.things))))
    if choice.equals:
        said.append(tr(text("{count} as good", count=choice.equals)))
    return " · ".join(said)


def _lens(screen: "LabScreen", form: Form) -> None:
    """Every variant with its count; the marked one is outlined, or the first of the four."""
    found = screen.lens()
    if found is None:
        return
    form.skip()
    form.words(tr("The same area under every rule"), "text")
    rows = [Row(tr(each.label), aside=str(each.count)) for each in found.variants]
    form.rows(rows, screen.look_through, most=16, marked=min(screen.lens_row, len(rows) - 1))


def _pins(screen: "LabScreen", form: Form) -> None:
    """The pinned placements side by side: squares, enemies, allies, damage."""
    if not screen.pins:
        return
    form.skip()
    form.words(tr("Pinned placements; a click shows one."), "text")
    rows = [Row(f"{letter} · {tr(SHAPES[setup.shape])} {decimal(setup.size)} m", pin_said(screen, setup))
            for letter, setup in zip(LETTERS, screen.pins, strict=False)]
    form.rows(rows, lambda n: screen.take(screen.pins[n]))
    form.buttons([Push("×" + LETTERS[n], partial(screen.unpin, n), tip=tr("Take this pin away"))
                  for n in range(len(screen.pins))])


def pin_said(screen: "LabScreen", setup: Setup) -> str:
    """What a pinned placement does."""
    pinned = screen.pinned(setup)
    if pinned is None:
        return tr("not there any more")
    seen = pinned[0]
    said = tr(text("squares {cells} · enemies {foes} · allies {allies}", cells=seen.count, foes=len(seen.foes),
                   allies=len(seen.allies)))
    damage = lab.damage_of(screen.battle, setup, seen.foes)
    return said if damage is None else f"{said} · " + tr(text("damage {points}", points=decimal(float(damage))))


# --- below -----------------------------------------------------------------------------------------------------------


def fill_low(screen: "LabScreen", panel: Panel) -> None:
    """The status line: what is pointed at, how far from the origin, and the cover there; and the side view's button."""
    scale = screen.look.scale
    pad, px = scale.pad, scale.body
    room = panel.rect.inflate(-2 * pad, -pad // 2)
    words = tr("Side view")
    wide = Button.width_for(words, px, True, "", pad)
    if wide > room.width // 3:
        words, wide = "", room.height
    spot = pygame.Rect(room.right - wide, room.top, wide, room.height)
    panel.add(Button(spot, words, screen.toggle_side, px, picture="mountain", chosen=screen.side_view, side="centre",
                     tip=tr("Side view (S)")))
    said = status(screen)
    line = pygame.Rect(room.left, room.top, spot.left - room.left - pad, room.height)
    panel.add(Label(line, said, px, shorten=True))


def status(screen: "LabScreen") -> str:
    """What the status line says."""
    cell = screen.cell
    if cell is None:
        return screen.refused or _hint(screen)
    seen = screen.seen()
    if seen is None:
        return " · ".join(each for each in (cell_name(cell), screen.refused or _hint(screen)) if each)
    return _at(screen, seen, cell)


def _at(screen: "LabScreen", seen: Seen, cell: Cell) -> str:
    who = screen.at(cell)
    said = tr(lab.said_at(screen.battle, seen, cell, None if who is None else body_of(screen.battle, who)))
    if screen.every_name:
        share = float(lab.shares(screen.battle, seen)[cell[1], cell[0]])
        said += " · " + tr(text("{percent} % of it inside", percent=round(100 * share)))
    if who is not None:
        said += f" · {who.name}"
    if screen.heat and screen.found is not None and (value := float(screen.found.heat[cell[1], cell[0]])) == value:
        said += " · " + tr(text("from here: {value}", value=decimal(round(value, 2))))
    return said


def _hint(screen: "LabScreen") -> str:
    """What a click on the map does."""
    if screen.tool == "brush":
        return tr("Draw on the map: press, drag, release")
    if screen.tool != "aim":
        return tr("Click a square to add one, a creature to take it away. Drag a creature to move it.")
    if screen.setup.shape == "cells":
        return tr("Click squares to put them in, or to take them out.")
    if screen.setup.shape == "aura" or (screen.setup.origin == "edge" and not screen.setup.who):
        return tr("Click the creature that casts it")
    if screen.step == 1:
        return tr("Point where it goes; a click fixes it.")
    return tr("Click where the area starts.") if screen.step == 0 else tr("A click moves it; right click frees it.")
