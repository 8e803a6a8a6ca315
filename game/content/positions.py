"""Answers about positions in words and as data: ``flanco place``, ``flanco stand``, ``flanco lens``.

Data are as ``assets/schemas/{place,stand,lens}.schema.json`` say: lengths in metres, cells by their names, exact
numbers as fractions.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

import numpy as np

from game.checked import not_one_of
from game.content.codec import encode
from game.content.questions import Words, read_body, read_template
from game.content.sources import creature_of
from game.errors import GeometryError, IllegalAction
from game.insight.lens import Lens, lens
from game.insight.names import thing_name
from game.insight.numbers import percent
from game.insight.placement_search import Aim
from game.insight.placing import Choice, Placements, Snap, aim_at, best_of_bodies, best_of_power, best_of_template
from game.insight.stand import Option, StandMap, stand_map
from game.rules.actions import Activate, UseItem, UsePower
from game.rules.catalog import UNARMED
from game.rules.places import area_of
from game.rules.powers import Power
from game.rules.state import Battle
from game.spatial.areas import Template, area_mask
from game.spatial.grid import PARTIAL, PLAIN, TOTAL, UNITS, Body, Mask, cell_name, units
from game.spatial.origins import Origin
from game.texts import Text, decimal, text, tr

ANYWHERE: Final = 512.0  # metres: farther than any map is wide
AROUND: Final = {"line": 0.0, "cone": 0.0, "rows": 0.0}  # these start at the edge of their caster, unless it is said
LEVELS: Final = ("none", "partial", "total")
LEVELLED: Final = ("cover", "own_cover", "concealment", "own_concealment")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer for people, lines and a table, in the language in force; and as data."""

    lines: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    data: dict[str, Any]


# --- place -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlaceWords:
    """What is asked about placements, as it was written: see ``flanco place -h``."""

    who: str
    words: Words
    power: str = ""
    foes: tuple[str, ...] = ()
    friends: tuple[str, ...] = ()
    reach: float | None = None
    snap: Snap = 16
    walk: bool = False
    top: int | None = None


def place(battle: Battle, asked: PlaceWords) -> Answer:
    """The best placements of a power of a creature, or of a template from a creature or a body.

    :raises IllegalAction: for a creature or power that there is not.
    :raises GeometryError: for an area that means nothing.
    """
    if asked.power:
        return _place_power(battle, asked)
    grid = battle.grid
    if asked.foes or asked.friends or not battle.combatants:
        body = read_body(asked.who, grid, battle)
        template, aim = _aim(battle, body, asked)
        named = [{each: read_body(each, grid, battle) for each in some} for some in (asked.foes, asked.friends)]
        found, who = best_of_bodies(battle, (asked.who, body), named[0], named[1], aim), asked.who
    else:
        caster = creature_of(battle, asked.who)
        template, aim = _aim(battle, read_body(caster.id, grid, battle), asked)
        found, who = best_of_template(battle, caster.id, template, aim, walk=asked.walk), caster.id
    assert found is not None

    def covers(choice: Choice) -> Mask:
        assert choice.origin is not None
        assert choice.place is not None
        made = aim.make(choice.origin, choice.place.direction)
        return area_mask(grid, made, aim.counting, aim.passage, aim.spread)

    return _placed(battle, who, None, asked, found, covers, lambda choice: None)


def _place_power(battle: Battle, asked: PlaceWords) -> Answer:
    caster = creature_of(battle, asked.who)
    power = caster.sheet.power(asked.power)
    item = next((each for each in caster.items if each.id == asked.power and each.power is not None), None)
    if power is None and item is not None:
        power = item.power
    if power is None:
        known = [*(each.id for each in caster.sheet.powers), *(each.id for each in caster.items if each.power)]
        raise IllegalAction(text("{who} has no power {id!r}: {hint}", who=caster.name, id=asked.power,
                                 hint=not_one_of(asked.power, known)))
    found = best_of_power(battle, caster.id, power, snap=asked.snap, walk=asked.walk)
    assert found is not None

    def covers(choice: Choice) -> Mask:
        there = battle.with_combatant(caster.but(cell=choice.stand))
        return area_of(there, there[caster.id], power, choice.place).mask

    def action(choice: Choice) -> Any:
        if item is not None:
            return encode(UseItem(caster.id, item.id, (), choice.place))
        return encode((UsePower if power.source == "spell" else Activate)(caster.id, power.id, (), choice.place))

    return _placed(battle, caster.id, power, asked, found, covers, action)


def _aim(battle: Battle, body: Body, asked: PlaceWords) -> tuple[Template, Aim]:
    """The template that the words mean, at no place yet, and how it may be put."""
    words = asked.words
    if words.shape in ("aura", "cells"):
        raise GeometryError(text("area: {shape} is put nowhere; shapes that are: {allowed}", shape=words.shape,
                                 allowed="line, cone, rows, circle, sphere, square, cube, cylinder"))
    cell = cell_name(body.cells[0])
    template = read_template(replace(words, origin=f"cell:{cell}", height=None), battle.grid, body)
    reach = asked.reach if asked.reach is not None else AROUND.get(words.shape or "", ANYWHERE)
    how: dict[str, Any] = {name: getattr(words, name) for name in ("counting", "passage") if getattr(words, name)}
    if words.diagonals:
        how["spread"] = words.diagonals
    if words.height is not None:
        how["above"] = units(words.height)
    return template, aim_at(battle, template, reach, asked.snap, **how)


def _placed(
    battle: Battle, who: str, power: Power | None, asked: PlaceWords, found: Placements,
    covers: Callable[[Choice], Mask], action: Callable[[Choice], Any],
) -> Answer:
    chosen = found.best if asked.top is None else found.best[:asked.top]
    heat = [[None if value != value else round(value, 6) for value in row] for row in found.heat.tolist()]
    rows, cols = found.heat.shape
    data = {
        "kind": "place", "who": who, "power": None if power is None else power.id, "shape": asked.words.shape,
        "snap": asked.snap, "walk": asked.walk, "helps": found.helps, "tried": found.tried,
        "best": [_choice_data(each, covers(each), action(each)) for each in chosen],
        "heat": {"of": "points" if found.in_points else "creatures", "rows": rows, "cols": cols, "values": heat},
    }
    form = asked.words.shape or (power.shape.form if power is not None and power.shape is not None else "")
    lines = [] if chosen else [tr("No placement meets anybody or anything.")]
    for number, each in enumerate(chosen, 1):
        where = written(each, form) or tr("around its caster")
        lines.append(f"{number}. {where}")
        lines += ["   " + tr(line) for line in _choice_lines(battle, found, each)]
    return Answer(tuple(lines), (), data)


def written(choice: Choice, shape: str = "") -> str:
    """A placement as the options of ``flanco mask area`` say it; empty for an aura."""
    place = choice.place
    if place is None:
        return ""
    if choice.origin is None:
        return f'--cells "{" ".join(cell_name(each) for each in place.cells)}"'
    found = f"--origin {origin_words(choice.origin)}"
    if shape in ("circle", "sphere", "cylinder"):
        return found
    found += f" --direction {place.direction[0]},{place.direction[1]}"
    return f"{found} --anchor centre" if shape in ("square", "cube") else found


def origin_words(origin: Origin) -> str:
    """An origin as :func:`game.content.questions.read_origin` reads it."""
    if origin.kind == "cell" and origin.cell is not None:
        return f"cell:{cell_name(origin.cell)}"
    x, y = (value / UNITS for value in origin.point)
    return f"{origin.kind}:{x:g},{y:g}"


def _choice_data(choice: Choice, mask: Mask, action: Any) -> dict[str, Any]:
    return {
        "origin": None if choice.origin is None else origin_words(choice.origin),
        "height": None if choice.origin is None else choice.origin.height / UNITS,
        "direction": None if choice.origin is None or choice.place is None else list(choice.place.direction),
        "covers": _names(mask), "stand": cell_name(choice.stand), "walk": choice.walk / PLAIN,
        "away": choice.away / PLAIN, "enemies": list(choice.enemies), "allies": list(choice.allies),
        "things": list(choice.things), "expected": str(choice.expected), "harm": str(choice.harm),
        "falls": str(choice.falls), "wear": str(choice.wear), "equals": choice.equals, "action": action,
    }


def _names(mask: Mask) -> list[str]:
    return [cell_name((int(x), int(y))) for y, x in np.argwhere(mask)]


def _choice_lines(battle: Battle, found: Placements, choice: Choice) -> Iterator[Text]:
    def names(ids: tuple[str, ...]) -> str:
        return ", ".join(battle[id].name if id in battle.by_id else id for id in ids) or "-"

    if choice.walk:
        yield text("after a walk of {metres} m to {cell}", metres=choice.walk / PLAIN, cell=cell_name(choice.stand))
    yield text("enemies {count}: {names}", count=len(choice.enemies), names=names(choice.enemies))
    yield text("allies {count}: {names}", count=len(choice.allies), names=names(choice.allies))
    if found.in_points and found.helps:
        yield text("PV that allies regain on average: {points}", points=float(choice.expected))
    elif found.in_points:
        yield text("damage on average: {points} to enemies, {harm} to allies", points=float(choice.expected),
                   harm=float(choice.harm))
    if choice.things:
        alike = Counter(tr(thing_name(battle, id)) for id in choice.things)
        yield text("things {count}: {names}", count=len(choice.things),
                   names=", ".join(f"{name} ({count})" if count > 1 else name for name, count in alike.items()))
    if choice.falls:
        yield text("things that fall on average: {count}", count=float(choice.falls))
    if choice.equals:
        yield text("{count} other placements are worth the same, and are no nearer", count=choice.equals)


# --- stand -----------------------------------------------------------------------------------------------------------


def stand(battle: Battle, who: str, target: str | None, dash: bool = False, top: int = 10) -> Answer:
    """What a creature could do from each place that it reaches, and what could be done to it there.

    :param top: how many places the table shows, those first where it gives most more than it takes.
    :raises IllegalAction: for creatures that there are not; a target that is no enemy.
    """
    me = creature_of(battle, who)
    found = stand_map(battle, me.id, None if target is None else creature_of(battle, target).id, dash=dash)
    assert found is not None
    cells = [(int(x), int(y)) for y, x in np.argwhere(found.reachable)]
    data = {
        "kind": "stand", "who": me.id, "target": found.target, "dash": dash, "rows": found.cost.shape[0],
        "cols": found.cost.shape[1], "cells": [_stand_data(found, x, y) for x, y in cells],
    }
    cells.sort(key=lambda at: (found.taken[at[1], at[0]] - found.expected[at[1], at[0]], found.cost[at[1], at[0]]))
    head = (tr("square"), tr("metres"), tr("attack"), tr("hits"), tr("does"), tr("takes"), tr("what holds there"))
    rows = [stand_row(battle, found, x, y) for x, y in cells[:top]]
    return Answer((tr(text("{who} reaches {count} squares.", who=me.name, count=len(cells))),), (head, *rows), data)


def _option(found: StandMap, x: int, y: int) -> Option | None:
    number = int(found.attack[y, x])
    return found.attacks[number] if number >= 0 else None


def _stand_data(found: StandMap, x: int, y: int) -> dict[str, Any]:
    option, hit = _option(found, x, y), float(found.hit[y, x])
    return {
        "cell": cell_name((x, y)), "cost": int(found.cost[y, x]) / PLAIN,
        "flanking": bool(found.flanking[y, x]), "higher": bool(found.higher[y, x]),
        **{name: LEVELS[int(getattr(found, name)[y, x])] for name in LEVELLED},
        "engaged": bool(found.engaged[y, x]), "shot": int(found.shot[y, x]), "threats": int(found.threats[y, x]),
        "attack": None if option is None else {"target": option.target, "weapon": option.weapon, "mode": option.mode},
        "hit": None if np.isnan(hit) else hit, "expected": float(found.expected[y, x]),
        "taken": float(found.taken[y, x]),
    }


def stand_row(battle: Battle, found: StandMap, x: int, y: int) -> tuple[str, ...]:
    """A place in words: its name, how far it is, the attack from there, its chance, what it does and takes on average,
    and what holds there."""
    option, hit = _option(found, x, y), float(found.hit[y, x])
    threats, shot = int(found.threats[y, x]), int(found.shot[y, x])
    notes = (
        (found.flanking[y, x], text("flanking")),
        (found.higher[y, x], text("high ground")),
        (found.cover[y, x] == TOTAL, text("no line to it")),
        (found.cover[y, x] == PARTIAL, text("it has partial cover")),
        (found.own_cover[y, x] == TOTAL, text("out of its lines")),
        (found.own_cover[y, x] == PARTIAL, text("partial cover from it")),
        (shot, text("{amount} to shots", amount=shot)),
        (found.engaged[y, x], text("engaged")),
        (threats, text("threatened by {count}", count=threats)),
    )
    weapon = None if option is None else battle[found.who].weapon(option.weapon) if option.weapon else UNARMED
    return (
        cell_name((x, y)), decimal(int(found.cost[y, x]) / PLAIN), "-" if weapon is None else tr(weapon.name),
        "-" if np.isnan(hit) else percent(Fraction(hit).limit_denominator(10**6)),
        decimal(float(found.expected[y, x])), decimal(float(found.taken[y, x])),
        ", ".join(tr(label) for holds, label in notes if holds))


# --- lens ------------------------------------------------------------------------------------------------------------


def lens_of(battle: Battle, words: Words) -> Answer:
    """One template under every rule of counting and passage, grid steps and rows too.

    :raises GeometryError: for an area that means nothing.
    """
    grid = battle.grid
    body = read_body(words.body, grid, battle) if words.body else None
    passage: Any = words.passage
    rule: Any = words.diagonals or "uniform"
    found = lens(grid, read_template(words, grid, body), passage, rule)
    rows, cols = grid.shape
    data = {
        "kind": "lens", "shape": words.shape, "rows": rows, "cols": cols,
        "variants": [
            {"key": each.key, "counting": None if each.steps or each.rows else each.counting, "passage": each.passage,
             "steps": each.steps or None, "in_rows": each.rows, "count": each.count, "covers": _names(each.mask)}
            for each in found.variants
        ],
        "always": _names(found.always), "differing": _names(found.differing),
        "share": [[round(value, 6) for value in row] for row in found.share.tolist()],
    }
    table = [(each.key, str(each.count), tr(each.label)) for each in found.variants]
    head = tr("key"), tr("squares"), tr("rules")
    return Answer(_drawn(found), (head, *table), data)


def _drawn(found: Lens) -> tuple[str, ...]:
    """The part of the map where something is covered: ``#`` by every variant, ``+`` by some."""
    ys, xs = np.nonzero(found.votes)
    if not len(xs):
        return ()
    window = slice(ys.min(), ys.max() + 1), slice(xs.min(), xs.max() + 1)
    symbols = np.where(found.always, "#", np.where(found.differing, "+", "."))[window]
    where = tr(text("from {first} to {last}", first=cell_name((int(xs.min()), int(ys.min()))),
                    last=cell_name((int(xs.max()), int(ys.max())))))
    every, some = tr("by every rule"), tr("by some rules")
    return (where, *("".join(row) for row in symbols), "", f"#  {every}", f"+  {some}", "")
