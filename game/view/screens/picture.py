"""The scene of the Play screen: what the match, what is pointed at, and what was asked about put on the map."""

from dataclasses import replace

import numpy as np

from game.insight.numbers import decimal, percent
from game.insight.telling import bar_of, veiled
from game.rules.actions import Join
from game.rules.bodies import body_of, line_of, side_of
from game.rules.conditions import plight
from game.rules.deployment import places_for
from game.rules.evidence import Modifier
from game.rules.handling import thing_name
from game.rules.nonlethal import nonlethal
from game.rules.scuffles import pin_places
from game.rules.state import Battle, Combatant, GroundItem, Zone
from game.rules.things import pieces_of
from game.spatial.grid import PLAIN, TOTAL, UNITS, Cell
from game.texts import text, tr
from game.view.camera import cells_of
from game.view.mapview import changes
from game.view.mapview.changes import Link, Lying, Patch
from game.view.mapview.marks import Chip
from game.view.mapview.scene import Proof, Reach, Scene
from game.view.mapview.tokens import Token, short_names
from game.view.match import Match
from game.view.offers import weapon_picture
from game.view.panels.sheet import rounded
from game.view.render import zones_of
from game.view.same import Same
from game.view.screens.aiming import Aim, Seen, attack_chip, field_of, refusal, walks
from game.view.screens.areas import middle_of
from game.view.screens.coach import dimmed
from game.view.screens.things import cells_of_thing
from game.view.seats import seat_of
from game.view.settings import Coach

POSTURE_ONLY = ("prone",)  # shown by a picture already


def scene_of(match: Match, aim: Aim, seen: Seen, teams: dict[str, int], every_name: bool,
             chips: tuple[Chip, ...] = (), shown: Proof | None = None, coach: Coach = "full",
             reason: Modifier | None = None) -> Scene:
    """Everything to draw on the map, of what may come as much as the coach tells; ``reason`` is the modifier whose
    cause alone is shown."""
    battle, seen = match.battle, dimmed(seen, coach)
    if shown is not None:  # a proof of the past: nothing of what may come is drawn over it
        seen, chips = Seen(seen.occupant), ()
    goes, way = _way(match, seen)
    return Scene(
        battle.map,
        battle.structures,
        tokens=tokens_of(match, aim, seen, teams, coach != "off"),
        reach=reach_of(battle, aim) if shown is None and coach != "off" else None,
        patches=patches_of(battle),
        lit=_lit(seen),
        origin=(seen.area.spot, aim.draft.locked is not None) if seen.area is not None and seen.area.spot else None,
        lying=tuple(_lying(each) for each in battle.items),
        holds=tuple(Link(_centre(battle, each.holder), _centre(battle, each.held)) for each in battle.holds),
        zones=zones_of(battle),
        path=((goes.cell, *way) if goes is not None and goes.cell is not None and way else ()),
        path_size=side_of(battle, goes) if goes is not None else 1,
        proof=shown or (_told_proof(battle, seen, reason) if coach == "full" else Proof()),
        ghost=_ghost(match, aim, seen, teams),
        chips=(*_chips(match, seen, coach), *chips),
        hover=None if aim.by_keyboard else aim.cell,
        cursor=aim.cell if aim.by_keyboard else None,
        every_name=every_name,
    )


def tokens_of(match: Match, aim: Aim, seen: Seen, teams: dict[str, int], told: bool = True) -> tuple[Token, ...]:
    """The creatures on the map as pieces; ``told``: those that may be chosen are marked."""
    battle, active = match.battle, match.active
    shorts = _shorts(battle)
    legal = set(match.targets(aim.option)) if aim.option is not None and told else set()
    target = seen.occupant.id if seen.sheet is not None and seen.occupant is not None else ""
    if seen.area is not None:
        legal = set(seen.area.inside)
    return tuple(
        Token(
            each.id, named(each), shorts[each.id], each.sheet.id, teams.get(each.team, 0),
            *seat_of(battle, each, each.cell), *bar_of(battle, each), posture_of(each), each.out,
            active=active is not None and each.id == active.id,
            target=each.id in legal or each.id == target,
            chosen=each.id == aim.placing or (seen.occupant is not None and each.id == seen.occupant.id),
            badges=badges_of(battle, each),
            picked=each.id in aim.draft.picked,
            hidden=each.hidden,
            rides=bool(each.mount),
        )
        for each in battle.combatants if each.cell is not None
    )


def posture_of(who: Combatant) -> str:
    """How a creature is shown: as it stands or lies, or unconscious. # rule: MAN-4 NLT-3"""
    return "unconscious" if who.out and who.consequence == "unconscious" else who.posture


def named(who: Combatant) -> str:
    """What a piece is called; one that is hidden from the players says so."""
    return tr(text("{who} (hidden)", who=who.name)) if who.hidden else who.name


def _way(match: Match, seen: Seen) -> tuple[Combatant | None, tuple[Cell, ...]]:
    """Who would go, and where: the active creature that walks, or the one that is pushed."""
    return (match.active, seen.path) if seen.push is None else (seen.occupant, seen.push.path)


def _ghost(match: Match, aim: Aim, seen: Seen, teams: dict[str, int]) -> Token | None:
    """The active creature at the end of its way, one at the end of a push, or the one to be placed at the cell pointed
    at."""
    battle = match.battle
    who, way = _way(match, seen)
    cell = way[-1] if way else None
    if aim.option is not None and isinstance(aim.option.action, Join) and aim.cell is not None:
        new = aim.option.action.combatant
        return Token(new.id, new.name, short_names([new.name])[0], new.sheet.id, teams.get(new.team, 0), aim.cell,
                     side_of(battle, new), new.pv, new.sheet.pv)
    if aim.placing and battle.phase == "deploy" and seen.occupant is None:
        who, cell = battle[aim.placing], aim.cell
    if who is None or cell is None:
        return None
    return Token(who.id, who.name, _shorts(battle)[who.id], who.sheet.id, teams.get(who.team, 0), cell,
                 side_of(battle, who), *bar_of(battle, who))


def _shorts(battle: Battle) -> dict[str, str]:
    names = short_names([each.name for each in battle.combatants])
    return dict(zip((each.id for each in battle.combatants), names, strict=True))


def reach_of(battle: Battle, aim: Aim) -> Reach | None:
    """The lit cells: where the active creature can walk, dash, or jump; before round 1, where one may be placed."""
    if aim.placing and battle.phase == "deploy":
        return _places(battle, aim.placing)
    who = battle.active
    if who is None or not walks(battle, aim):
        return None
    field = field_of(battle, who, aim.option)
    return Reach(Same(field), field.reachable, field.cost)


def _places(battle: Battle, id: str) -> Reach:
    """Where a creature may be placed, its top left; worked out once a battle."""
    found: Reach | None = battle.memo.get(("view places", id))
    if found is None:
        mask = np.zeros(battle.map.shape, np.bool_)
        for x, y in places_for(battle, battle[id]):
            mask[y, x] = True
        found = battle.memo["view places", id] = Reach(Same(mask), mask, np.where(mask, 0, -1).astype(np.int32))
    return found


def badges_of(battle: Battle, who: Combatant) -> tuple[str, ...]:
    """The conditions in force on a creature, each in three letters of its name: the first two and one that tells it
    from the others."""
    if who.out:
        return ()
    names = [tr(rule.name) for condition, rule, _ in plight(battle, who).conditions
             if condition.id not in POSTURE_ONLY]
    if who.casting is not None:
        names.append(tr("Casting"))
    lost = sum(nonlethal().level(each.level).penalty for each in (*who.bruises, *who.wounds))  # rule: NLT-3
    badges: list[str] = [f"−{lost}"] if lost and not veiled(battle, who) else []
    for name in dict.fromkeys(names):
        letters = "".join(letter for letter in name.upper() if letter.isalnum())
        choices = [letters[:2] + letter for letter in letters[2:]]
        badges.append(next((each for each in choices if each not in badges), letters[:3]))
    return tuple(badges)


def patches_of(battle: Battle) -> tuple[Patch, ...]:
    """Every zone as it lies on the map now."""
    if not battle.zones:
        return ()
    made = battle.memo.get("view patches")
    if made is None:
        made = battle.memo["view patches"] = tuple(
            Patch(tuple(cells_of(battle.cells_of(each.id))), looks_of(each), "") for each in battle.zones)
    found: tuple[Patch, ...] = made
    return tuple(Patch(each.cells, each.looks, tr(zone.effect.name))
                 for each, zone in zip(found, battle.zones, strict=True))


def looks_of(zone: Zone) -> tuple[changes.Look, ...]:
    """How a zone is drawn: by everything that it does."""
    effect = zone.effect
    found: list[changes.Look] = []
    if effect.obstacle:
        found.append("wall")
    if effect.concealment != "none":
        found.append("thick" if effect.concealment == "total" else "smoke")
    if effect.cost > 1:
        found.append("slow")
    if effect.damage:
        found.append("harm")
    if effect.conditions or effect.modifier is not None or not found:
        found.append("influence")
    return tuple(found)


def _lit(seen: Seen) -> Patch | None:
    if seen.area is not None and seen.area.cells:
        return Patch(seen.area.cells, ("refused" if seen.area.refused is not None else "lit",))
    return None


def _lying(thing: GroundItem) -> Lying:
    picture = weapon_picture(thing.weapon, "melee") if thing.weapon is not None else "backpack"
    return Lying(thing.cell, picture, tr(thing_name(thing)))


def _centre(battle: Battle, who: str) -> tuple[float, float]:
    return middle_of(body_of(battle, battle[who])) if battle[who].cell is not None else (0.0, 0.0)


def proof_of(battle: Battle, seen: Seen) -> Proof:
    """The lines of an attack and what else on the map changes it."""
    sheet = seen.sheet
    if seen.thing is not None:
        thin = not any(each.extra == 0 for each in pieces_of(battle, seen.thing.id))
        own = tuple(each for each in battle.grid.barriers if each.structure == seen.thing.id)
        return Proof(barriers=own) if thin else Proof(cells=cells_of_thing(battle, seen.thing.id))
    if sheet is None:
        return Proof()
    attacker, target = battle[sheet.attacker], battle[sheet.target]
    line = line_of(battle, attacker, target)
    near = sheet.mode == "melee" and line.cover.level == 0
    rays = () if near or (sheet.refused is not None and line.cover.level != TOTAL) else line.cover.rays
    stops = tuple(dict.fromkeys(each for ray in rays for each in ray.barriers))
    flank = [each for each in sheet.modifiers if each.rule == "SIT-2"]
    links = tuple(
        (_middle(ray.start), _middle(ray.end)) for each in flank for ray in each.evidence.rays
    )
    veil = sheet.miss_evidence.cells if sheet.miss_chance else ()
    return Proof(rays, stops, veil, links)


def _told_proof(battle: Battle, seen: Seen, reason: Modifier | None) -> Proof:
    if reason is not None:
        return proof_of_reason(battle, reason)
    found = proof_of(battle, seen)
    if seen.sheet is None or seen.occupant is None or seen.sheet.manoeuvre != "pin":
        return found
    places = pin_places(battle, seen.occupant)  # rule: NLT-8
    walls = tuple(wall for each in places for wall in each.barriers)
    return replace(found, barriers=(*found.barriers, *walls), cells=(*found.cells, *(each.cell for each in places)))


def proof_of_reason(battle: Battle, reason: Modifier) -> Proof:
    """What on the map causes one modifier: lines, what they cross, cells, and those who take part."""
    found = reason.evidence
    links = tuple((_middle(ray.start), _middle(ray.end)) for ray in found.rays) if reason.rule == "SIT-2" else ()
    bodies = [cell for id in found.others if id in battle.by_id and battle[id].cell is not None
              for cell in body_of(battle, battle[id]).cells]
    rays = () if links else found.rays
    stops = (*found.barriers, *(each for ray in rays for each in ray.barriers))
    return Proof(rays, tuple(dict.fromkeys(stops)), tuple(dict.fromkeys((*found.cells, *bodies))), links)


def _middle(point: tuple[int, int, int]) -> tuple[float, float]:
    return point[0] / UNITS, point[1] / UNITS


def _chips(match: Match, seen: Seen, coach: Coach) -> tuple[Chip, ...]:
    battle, who = match.battle, match.active
    if who is None:
        return ()
    if seen.path:
        end, size = seen.path[-1], side_of(battle, who)
        met = [Chip(cell, tr(zone.effect.name), size, "warn", above=True) for cell, zone in seen.hazards]
        return (Chip(end, tr(text("{metres} m", metres=decimal(seen.cost / PLAIN))), size), *met)
    pushed = _push_chips(battle, seen)
    if coach != "full":
        return pushed
    if seen.area is not None:
        return _inside_chips(match, seen)
    if seen.sheet is not None and seen.occupant is not None and seen.option is not None and (
            refusal(match, seen.sheet, seen.option) is None):
        chances = match.odds(seen.sheet, seen.option)
        cell = seen.occupant.cell or (0, 0)
        return (attack_chip(cell, side_of(battle, seen.occupant), percent(chances.hit), seen.sheet), *pushed)
    return ()


def _push_chips(battle: Battle, seen: Seen) -> tuple[Chip, ...]:
    """What a push leads into, and how far the pushed one falls at its end. # rule: MAN-8 MOV-3"""
    if seen.push is None or seen.occupant is None:
        return ()
    size = side_of(battle, seen.occupant)
    met = [Chip(cell, tr(zone.effect.name), size, "warn") for cell, zone in seen.hazards]
    if seen.push.drop:
        far = tr(text("falls {metres} m", metres=decimal(seen.push.drop / UNITS)))
        met.append(Chip(seen.push.path[-1], far, size, "warn"))
    return tuple(met)


def _inside_chips(match: Match, seen: Seen) -> tuple[Chip, ...]:
    """The chance that an area, or a power, works on each of those that it would meet."""
    found, battle = [], match.battle
    if seen.area is None or seen.option is None or seen.area.refused is not None:
        return ()
    for id in seen.area.inside:
        chances, cell = match.power_odds(id, seen.option), battle[id].cell
        if chances is not None and cell is not None:
            found.append(Chip(cell, rounded(chances.works), side_of(battle, battle[id]), "hit", above=True))
    return tuple(found)
