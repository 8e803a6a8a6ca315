"""The Area lab, where to stand and what if, for the walk over every widget."""

import time
from collections.abc import Iterator
from typing import get_args

from game.content.lab import SHAPES
from game.content.scenarios import find_scenario, load_scenario
from game.rules.actions import GmRemove
from game.view.screens import lab_dialogs, menus, tables, trying
from game.view.screens.brush import KINDS
from game.view.screens.lab import LabScreen
from game.view.screens.lab_state import Tool
from tests.view.conftest import Hands
from tests.view.walking import VIEWS, Table, over_game, view

VIEWS["what if"] = over_game(trying.choose)


def opened(table: Table) -> tuple[Hands, LabScreen]:
    hands = table.app()
    lab = LabScreen(hands.app, load_scenario(find_scenario("sorcerers")))
    hands.app.show(lab)
    hands.run()
    return hands, lab


@view
def lab(table: Table) -> Iterator[tuple[Hands, str]]:
    """Every shape and tool, from every kind of origin."""
    hands, lab = opened(table)
    yield hands, "nothing yet"
    who = next(each for each in lab.battle.present() if each.sheet.powers)
    assert who.cell is not None
    lab.change(who=who.id)
    for shape in SHAPES:
        lab.change(shape=shape, origin="cell", size=6.0)
        lab.point((who.cell[0] + 3.5, who.cell[1] + 0.5))
        lab.click((who.cell[0] + 3.5, who.cell[1] + 0.5))
        hands.run()
        yield hands, shape
    for tool, kind in (("brush", "wall"), ("brush", "height"), ("brush", "smoke"), ("brush", "zone"), ("ally", None)):
        lab.hold(tool, kind)  # type: ignore[arg-type]
        lab.point((4.5, 4.5))
        hands.run()
        yield hands, f"{tool} {kind}"


@view
def lab_answers(table: Table) -> Iterator[tuple[Hands, str]]:
    """Pins, the best list, heat, the lens, the side view, a refusal."""
    hands, lab = opened(table)
    who = next(each for each in lab.battle.present() if each.sheet.powers)
    lab.change(who=who.id, size=6.0)
    for x in range(6):
        lab.take(lab.setup)
        lab.change(spot=(6.0 + x, 6.0))
        lab.pin()
    hands.run()
    yield hands, "six pins"
    lab.toggle_best()
    lab.toggle_heat()
    hands.run()
    while lab.found is None:
        time.sleep(0.01)
        hands.run()
    lab.point((8.5, 6.5))
    hands.run()
    yield hands, "the best"
    lab.toggle_best()
    lab.toggle_side()
    for _ in range(2):
        lab.turn_lens()
        hands.run()
        yield hands, f"lens {lab.lens_mode}"
    lab.turn_lens()
    lab.every_name = True
    lab.change(origin="corner")
    lab.point((0.0, 0.0))
    hands.run()
    yield hands, "at the corner of the map"


def keep_map(lab: LabScreen) -> None:
    tables.keep_map(lab, lab.battle)


@view
def lab_menus(table: Table) -> Iterator[tuple[Hands, str]]:
    hands, lab = opened(table)
    who = next(each for each in lab.battle.present() if each.sheet.powers)
    lab.change(who=who.id)
    for opens in (lab_dialogs.main, lab_dialogs.keys, lab_dialogs.tools, lab_dialogs.caster, lab_dialogs.powers,
                  lab_dialogs.maps, lab_dialogs.go_to, keep_map):
        opens(lab)
        hands.run()
        yield hands, opens.__name__
        lab.close_layers()


@view
def lab_says(table: Table) -> Iterator[tuple[Hands, str]]:
    """A number that is asked for, each thing to draw, what the lab refuses and does not find."""
    hands, lab = opened(table)
    lab_dialogs.measure(lab, "size", 60)
    hands.run()
    yield hands, "a number"
    lab.close_layers()
    for kind, name, _ in KINDS:
        lab.hold("brush", kind)
        lab.point((4.5, 4.5))
        hands.run()
        yield hands, name
    for tool in get_args(Tool):
        if tool != "brush":
            lab.hold(tool)
            lab.point((4.5, 4.5))
            hands.run()
            yield hands, tool
    who = next(each for each in lab.battle.present() if each.sheet.powers)
    lab.cast_by(who.id)
    lab.hold("aim")
    lab.change(size=2.0, shape="circle")
    lab.point((0.5, 0.5))
    hands.run()
    yield hands, "refused"
    for each in lab.battle.present():
        if each.id != who.id:
            lab.act(GmRemove(each.id))
    lab.toggle_best()
    for _ in range(200):
        hands.run()
        if lab.found is not None:
            break
        time.sleep(0.01)
    yield hands, "nothing found"


@view
def where_to_stand(table: Table) -> Iterator[tuple[Hands, str]]:
    hands = table.game()
    hands.play.standing.toggle()
    hands.run()
    while hands.play.standing.found is None:
        time.sleep(0.01)
        hands.run()
    yield hands, "nothing is pointed at"
    hands.play.point((5, 5))
    hands.run()
    yield hands, "a square is"


@view
def what_if(table: Table) -> Iterator[tuple[Hands, str]]:
    hands = table.game()
    trying.begin(hands.play)
    hands.run()
    yield hands, "begun"
    menus.main(hands.play)
    hands.run()
    yield hands, "its menu"
