"""The brush's part of a panel: what is painted, and how. It is the same wherever there is a map to paint."""

from collections.abc import Callable
from typing import Final

from game.insight.narrate import team_name
from game.insight.numbers import decimal
from game.rules.actions import ResizeMap
from game.rules.materials import materials, tables
from game.spatial.grid import MAX_SIDE
from game.texts import N_, text, tr
from game.view.screens.base import Screen
from game.view.screens.brush import KINDS, RISES, BrushTool, material_ids
from game.view.widgets.base import Look
from game.view.widgets.choice import Part
from game.view.widgets.finder import find
from game.view.widgets.form import Form, Push, ScrollLayer, centred, dialog_form
from game.view.widgets.listing import Row

EDGES: Final = (N_("Top"), N_("Right"), N_("Bottom"), N_("Left"))  # in the order of ResizeMap


def fill(form: Form, tool: BrushTool, keys: str, screen: Screen, changed: Callable[[], None]) -> None:
    """Everything about the brush in hand, and the size of the map; ``keys`` take what is painted, ``changed`` is told
    of another brush, dialogs are opened over ``screen``."""
    hand = tool.hand

    def pick() -> None:
        screen.open(materials_dialog(screen.look, tool, picked, screen.close_layers))

    def picked() -> None:
        screen.close_layers()
        changed()

    def size() -> None:
        screen.open(size_dialog(screen.look, tool, screen.close_layers))

    def kind(n: int) -> None:
        tool.hold(kind=KINDS[n][0])
        changed()

    def shape(n: int) -> None:
        tool.hold(box=n == 0)
        changed()

    def rise(n: int) -> None:
        tool.hold(rise=RISES[n])
        changed()

    def thick(n: int) -> None:
        tool.hold(thick=n == 1)
        changed()

    parts = [Part(tr(name), picture, tr(text("Key {key}", key=key)))
             for key, (_, name, picture) in zip(keys, KINDS, strict=True)]
    form.choice("", parts, kind, chosen=[n for n, each in enumerate(KINDS) if each[0] == hand.kind])
    form.choice(tr("A drag draws"), [Part(tr("a box"), "square-dashed"), Part(tr("a trail"), "pencil")], shape,
                chosen=[0 if hand.box else 1])
    if hand.built:
        form.buttons([Push(tr(text("Of: {material}…", material=text(material_name(tool)))), pick, "rock")])
    if hand.kind == "height":
        form.choice(tr("By metres"), [Part(f"{'+' if each > 0 else '−'}{decimal(abs(each))}") for each in RISES], rise,
                    chosen=[n for n, each in enumerate(RISES) if each == hand.rise])
    if hand.kind == "smoke":
        form.choice(tr("It hides"), [Part(tr("in part")), Part(tr("wholly"))], thick, chosen=[1 if hand.thick else 0])
    if hand.kind == "zone":
        _sides(form, tool, changed)
    grid = tool.grid()
    form.buttons([Push(tr(text("{cols} x {rows}…", cols=grid.cols, rows=grid.rows)), size, "map",
                       tr("Size of the map"))])


def _sides(form: Form, tool: BrushTool, changed: Callable[[], None]) -> None:
    """Whose starting zone is painted."""
    battle = tool.battle()
    ids = [*(each.id for each in battle.teams), ""]

    def side(n: int) -> None:
        tool.hold(team=ids[n])
        changed()

    form.choice(tr("Here starts"), [Part(tr(team_name(battle, id) if id else text("nobody"))) for id in ids], side,
                chosen=[ids.index(tool.team)])


def material_name(tool: BrushTool) -> str:
    """The English name of what the brush builds of."""
    kind = tool.hand.kind
    if kind not in ("wall", "low_wall", "door", "pillar"):
        return ""
    return materials()[tool.hand.material or tables().default[kind].material].name


def materials_dialog(look: Look, tool: BrushTool, done: Callable[[], None],
                     cancel: Callable[[], None]) -> ScrollLayer:
    """The list of materials to build of."""
    ids = material_ids(tool.hand.kind)
    rows = [Row(tr("As usual") if not id else tr(materials()[id].name), picture="rock",
                aside="" if not id else f"x {decimal(materials()[id].factor)}") for id in ids]

    def choose(n: int) -> None:
        tool.hold(material=ids[n])
        done()

    return find(look, tr("Made of"), rows, choose, cancel)


def size_dialog(look: Look, tool: BrushTool, close: Callable[[], None]) -> ScrollLayer:
    """How many rows and columns come, or go, at each edge of the map."""
    more = dict.fromkeys(EDGES, 0)

    def at(edge: str) -> Callable[[int], None]:
        def count(value: int) -> None:
            more[edge] = value
        return count

    def done(*_: object) -> None:
        if tool.do(ResizeMap(*(more[each] for each in EDGES))):  # type: ignore[arg-type]
            close()

    grid = tool.grid()
    layer, form = dialog_form(look, 26, close)
    form.title(tr("Size of the map"), "map")
    form.words(tr(text("It has {cols} columns and {rows} rows. How many come at each edge, or go (below 0):",
                       cols=grid.cols, rows=grid.rows)))
    fields = [form.number(tr(each), 0, least=-MAX_SIDE, most=MAX_SIDE, changed_to=at(each), done=done)
              for each in EDGES]
    form.buttons([Push(tr("Change"), done, "check", strong=True), Push(tr("Cancel"), close)])
    layer.first = fields[0].field
    return centred(layer, form)
