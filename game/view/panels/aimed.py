"""The side panel while powers and blows at things are aimed: everyone hit by name, allies first; what it takes."""

from collections.abc import Callable, Sequence

import pygame

from game.insight.names import thing_name
from game.insight.numbers import decimal, percent
from game.insight.telling import veiled
from game.rules.odds import blow_odds, break_odds
from game.rules.power_odds import PowerOdds
from game.rules.powers import Power
from game.rules.quick import hits_left
from game.rules.state import Battle
from game.rules.structures import attempts, effort_cost, pressed
from game.rules.things import thing
from game.texts import sentence, text, tr
from game.view import fonts
from game.view.panels.card import Mark
from game.view.panels.sheet import Writer, refused_line
from game.view.screens.areas import AreaSeen, allies_first
from game.view.screens.things import PowerSeen, ThingSeen
from game.view.widgets.base import Look, Panel
from game.view.widgets.label import Label

MEETS = {
    "area": text("One roll against the Defence of each"), "internal": text("Each tests against an ND"),
    "direct": text("A roll against a roll"), "none": text("It simply works"),
}


def area(panel: Panel, look: Look, battle: Battle, name: str, seen: AreaSeen, teams: dict[str, int],
         odds: Sequence[PowerOdds | None], hint: str, brief: bool = False,
         foot: Callable[[Writer], None] | None = None) -> int:
    """An area: what it is, whom it would meet with their odds, what it would wear; gives the height needed. ``brief``:
    in as few lines as can be; ``foot`` adds what stands under it all."""
    writer = _begin(panel, look)
    scale, team = look.scale, battle.active.team if battle.active is not None else ""
    writer.line(name, scale.large, bold=True)
    if seen.power is not None and not brief:
        _power(writer, seen.power)
    if hint and seen.refused is None:
        writer.line(hint, scale.body, "accent")
    if seen.refused is not None:
        refused_line(writer, sentence(seen.refused))
    if seen.cells:
        writer.line(tr(text("{count} squares", count=len(seen.cells))), scale.body, bold=True,
                    right="EFF-4")
    if seen.place is not None and seen.place.height is not None:
        writer.line(tr(text("{height} m above its ground", height=float(seen.place.height))), scale.body, "focus",
                    right="PageUp · PageDown")
    found = dict(zip(seen.inside, odds, strict=True))
    for own in (True, False):
        ids = [id for id in allies_first(battle, team, seen.inside) if (battle[id].team == team) is own]
        if not ids:
            continue
        writer.gap()
        title = text("Allies: {count}", count=len(ids)) if own else text("Foes: {count}", count=len(ids))
        writer.line(tr(title), scale.body, "warn" if own else "text", bold=True)
        room = (panel.rect.bottom - writer.top) // fonts.line_height(scale.body) - 4 if brief else len(ids)
        for id in ids[:max(room, 1)]:
            _creature(writer, battle, id, teams, found[id], id in seen.picked, brief)
        if ids[max(room, 1):]:
            rest = ", ".join(battle[id].name for id in ids[max(room, 1):])
            spot = pygame.Rect(writer.inner.left, writer.top, writer.inner.width, fonts.line_height(scale.body))
            panel.add(Label(spot, rest, scale.body, shorten=True))
            writer.top += spot.height
    if seen.things:
        writer.gap()
        writer.line(tr(text("Things: {count}", count=len(seen.things))), scale.body, bold=True, right="STR-3")
        names = list(dict.fromkeys(tr(thing_name(battle, id)) for id in seen.things))
        writer.line(", ".join(names[:8]) + ("…" if len(names) > 8 else ""), scale.body)
    if foot is not None:
        foot(writer)
    return _end(writer)


def power(panel: Panel, look: Look, battle: Battle, seen: PowerSeen, teams: dict[str, int],
          odds: PowerOdds | None, foot: Callable[[Writer], None] | None = None, brief: bool = False) -> int:
    """A power pointed at one creature; ``brief``: without what it is."""
    writer = _begin(panel, look)
    writer.line(tr(seen.power.name), look.scale.large, bold=True)
    if not brief:
        _power(writer, seen.power)
    if seen.refused is not None:
        refused_line(writer, sentence(seen.refused))
    writer.gap()
    _creature(writer, battle, seen.target, teams, odds if seen.refused is None else None, False)
    if foot is not None and seen.refused is None:
        foot(writer)
    return _end(writer)


def breaking(panel: Panel, look: Look, battle: Battle, name: str, seen: ThingSeen, told: bool = True,
             brief: bool = False) -> int:
    """A thing to break: its ND as worn, the chances, the wear, what the effort costs; ``told``: the chances too;
    ``brief``: without what single blows do. # rule: STR-2 STR-3 STR-5"""
    writer = _begin(panel, look)
    scale, who, found = look.scale, battle.active, thing(battle, seen.id)
    if found is None or who is None:
        return _end(writer)
    writer.line(tr(found.name), scale.large, bold=True)
    writer.line(name, scale.body, "muted")
    writer.line(tr(text("ND {left}, of {nd} as made", left=found.left, nd=found.nd)), scale.body, bold=True,
                right="STR-1")
    if seen.refused is not None:
        refused_line(writer, sentence(seen.refused))
    if not told:
        return _end(writer)
    if not pressed(battle, who):
        writer.line(tr("Nothing presses: it breaks without a roll"), scale.body, "good", right="STR-7")
        return _end(writer)
    if seen.sheet is None:
        chance = percent(break_odds(battle, who, found.left))
        writer.line(tr(text("{chance} to break it at once", chance=chance)), scale.large, "hit", bold=True)
        writer.line(tr(text("Strength against ND {nd}", nd=found.left)), scale.body, right="STR-2")
        cost = effort_cost(battle, who, seen.id)
    else:
        blow = blow_odds(seen.sheet)
        mean = float(sum((points * chance for points, chance in blow.wear)))
        writer.line(tr(text("{chance} that it falls", chance=percent(blow.falls))), scale.large, "hit", bold=True)
        writer.line(tr(text("Wears {mean} on average", mean=decimal(round(mean, 1)))), scale.body, right="STR-3")
        if not brief:
            writer.line(tr(text("A blow does {points}, a critical {more}", points=seen.sheet.points(False),
                                more=seen.sheet.points(True))), scale.body, "muted")
            writer.line(tr(text("Less than {least} leaves no trace", least=seen.sheet.least)), scale.body, "muted")
        cost = seen.sheet.cost
    if seen.sheet is None or seen.sheet.mode == "melee":
        tries = attempts(battle, who, seen.id)
        writer.line(tr(text("Attempts so far: {count}; free: {free}", count=tries, free=who.sheet.resistance.value)),
                    scale.body, right="STR-5")
        if cost:
            writer.line(tr(text("This one costs {points} PV", points=cost)), scale.body, "warn")
    return _end(writer)


def _begin(panel: Panel, look: Look) -> Writer:
    panel.clear()
    inner = panel.rect.inflate(-3 * look.scale.pad, -2 * look.scale.pad)
    return Writer(panel, look, inner, inner.top)


def _end(writer: Writer) -> int:
    return writer.top - writer.panel.rect.top + writer.look.scale.pad


def _power(writer: Writer, each: Power) -> None:
    scale = writer.look.scale
    if each.text:
        writer.line(tr(each.text), scale.body, "muted")
    meets = tr(MEETS[each.attack])
    if each.attack == "internal" or (each.attack == "area" and each.roll is None):
        meets = f"{meets} · ND {each.nd}"
    writer.line(meets, scale.body, right={"area": "ATK-5", "internal": "ATK-6", "direct": "ATK-7"}.get(each.attack, ""))


def _creature(writer: Writer, battle: Battle, id: str, teams: dict[str, int], odds: PowerOdds | None,
              picked: bool, brief: bool = False) -> None:
    """Name and chance, then what it would do to its PV."""
    who, scale, inner, panel = battle[id], writer.look.scale, writer.inner, writer.panel
    high, side = fonts.line_height(scale.body), round(scale.body * 0.9)
    right = percent(odds.works) if odds is not None else ""
    wide = fonts.width(right, scale.body, "bold") + scale.pad if right else 0
    panel.add(Mark(pygame.Rect(inner.left, writer.top + (high - side) // 2, side, side), teams.get(who.team, 0)))
    name = pygame.Rect(inner.left + side + scale.pad, writer.top, inner.width - side - scale.pad - wide, high)
    said = tr(text("{who}, chosen", who=who.name)) if picked else who.name
    panel.add(Label(name, said, scale.body, "focus" if picked else "text", "bold", shorten=True))
    if right:
        panel.add(Label(pygame.Rect(inner.right - wide, writer.top, wide, high), right, scale.body, "hit", "bold",
                        side="right"))
    writer.top += high
    if brief or odds is None or veiled(battle, who) or not any(points for points, chance in odds.odds.damage if chance):
        return
    left = hits_left(who) if battle.mode == "quick" else who.pv
    mean, out = decimal(round(float(odds.odds.expected), 1)), percent(odds.odds.at_least(max(left, 1)))
    if battle.mode == "quick":
        line = text("{mean} hits on average, of {left}; out {chance}", mean=mean, left=left, chance=out)
    else:
        line = text("{mean} damage on average, of {left} PV; out {chance}", mean=mean, left=left, chance=out)
    writer.line(tr(line), scale.small, "muted")
