"""The sheet of a creature, to read: attributes, weapons, what it resists."""

import pygame

from game.insight.telling import veiled
from game.rules import ammunition
from game.rules.bodies import reach_of, speed_of
from game.rules.catalog import ATTRIBUTE_NAMES, damage_types
from game.rules.quick import fixed_defence
from game.rules.sheet import ATTRIBUTES
from game.rules.state import Battle, Combatant
from game.texts import N_, text, tr
from game.view import fonts
from game.view.panels import card, vitals
from game.view.widgets.base import Look, Panel
from game.view.widgets.label import Label, height_of

RESPONSES = {"resistant": N_("Resists: {what}"), "vulnerable": N_("Vulnerable to: {what}"),
             "immune": N_("Immune to: {what}")}


def fill(panel: Panel, look: Look, battle: Battle, who: Combatant, team: int) -> int:
    """Make the widgets anew; gives the height that they need, in pixels."""
    panel.clear()
    scale = look.scale
    inner = panel.rect.inflate(-3 * scale.pad, -2 * scale.pad)
    top = card.head(panel, look, inner, battle, who, team) + scale.pad
    if not veiled(battle, who):
        top = _attributes(panel, look, inner, top, who)
    for said, role in _known(battle, who) if veiled(battle, who) else _lines(battle, who):
        tall = height_of(said, scale.body, inner.width)
        panel.add(Label(pygame.Rect(inner.left, top, inner.width, tall), said, scale.body, role, wrap=True))
        top += tall
    return top - panel.rect.top + scale.pad


def _attributes(panel: Panel, look: Look, inner: pygame.Rect, top: int, who: Combatant) -> int:
    """Each attribute with its value and die; gives the next free line."""
    scale, high = look.scale, fonts.line_height(look.scale.body)
    pairs = [(tr(ATTRIBUTE_NAMES[name]), f"{attribute.value} d{attribute.die}")
             for name in ATTRIBUTES for attribute in [who.sheet.attribute(name)]]
    numbers = max(fonts.width(said, scale.body, "bold") for _, said in pairs)
    widest = max(fonts.width(name, scale.body) for name, _ in pairs) + numbers + 3 * scale.pad
    columns = 2 if widest <= inner.width // 2 else 1
    column = inner.width // columns
    px = scale.body if widest <= column else scale.small
    for n, (name, said) in enumerate(pairs):
        spot = pygame.Rect(inner.left + n % columns * column, top + n // columns * high,
                           column - numbers - 2 * scale.pad, high)
        panel.add(Label(spot, name, px, "muted", shorten=True))
        panel.add(Label(pygame.Rect(spot.right + scale.pad, spot.top, numbers, high), said, scale.body, "text", "bold"))
    return top + -(-len(pairs) // columns) * high + scale.pad


def _known(battle: Battle, who: Combatant) -> list[tuple[str, str]]:
    """What is told of one whose numbers are not: how it stands, what it is under, what is in its hands."""
    lines = [(tr(card.POSTURES[who.posture]), "text")]
    lines += [(f"{what}: {left}" if left else what, "warn") for what, left in vitals.states(battle, who)]
    return lines + [(f"{tr(each.name)} · {tr('in hand')}", "text") for each in who.weapons if each.id in who.hands]


def _lines(battle: Battle, who: Combatant) -> list[tuple[str, str]]:
    walks = tr(text("Moves {metres} m", metres=speed_of(battle, who)))
    lines = [(f"{walks} · {tr(card.POSTURES[who.posture])}", "text")]
    lines += [(f"{what}: {left}", "warn") for what, left in vitals.states(battle, who)]
    if battle.mode == "quick":
        lines.append((tr(text("Fixed defence {value}", value=fixed_defence(who, battle.settings))), "text"))
    for weapon in who.weapons:
        facts = [tr(weapon.name)]
        if weapon.reach:
            facts.append(tr(text("reach {metres} m", metres=reach_of(battle, who, weapon))))
        if weapon.range:
            facts.append(tr(text("range {metres} m", metres=weapon.range)))
        shots = ammunition.left(who, weapon)
        if shots is not None:
            facts.append(tr(text("{left} shots left", left=shots)))
        if weapon.id in who.hands:
            facts.append(tr("in hand"))
        lines.append((" · ".join(facts), "text" if weapon.id in who.hands or not weapon.hands else "muted"))
    if who.sheet.powers:
        names = ", ".join(tr(each.name) for each in who.sheet.powers)
        lines.append((tr(text("Powers: {names}", names=names)), "text"))
    if who.items:
        names = ", ".join(tr(each.name) for each in who.items)
        lines.append((tr(text("Carries: {names}", names=names)), "text"))
    kinds = damage_types()
    for response in who.sheet.responses:
        what = tr(kinds[response.kind].name) if response.kind in kinds else tr("everything")
        lines.append((tr(text(RESPONSES[response.response], what=what)), "text"))
    if who.sheet.reduction:
        lines.append((tr(text("Armour takes off {points}.", points=who.sheet.reduction)), "text"))
    return lines
