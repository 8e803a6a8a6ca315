"""The brush's part of a panel: what is painted, and how. It is the same wherever there is a map to paint."""

from collections.abc import Callable

from game.insight.numbers import decimal
from game.rules.materials import materials, tables
from game.texts import text, tr
from game.view.screens.brush import KINDS, RISES, BrushTool, material_ids
from game.view.widgets.base import Look
from game.view.widgets.choice import Part
from game.view.widgets.finder import find
from game.view.widgets.form import Form, Push, ScrollLayer
from game.view.widgets.listing import Row


def fill(form: Form, tool: BrushTool, changed: Callable[[], None], pick: Callable[[], None]) -> None:
    """Everything about the brush in hand; ``changed`` is told of another one, ``pick`` asks for a material."""
    hand = tool.hand

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

    parts = [Part(tr(name), picture, tr(text("Key {key}", key=n + 1))) for n, (_, name, picture) in enumerate(KINDS)]
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
