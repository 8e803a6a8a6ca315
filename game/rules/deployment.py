"""Before round 1: creatures are placed in their team's zone, then the fight begins."""

from collections.abc import Iterator

from game.rules.actions import Begin, Deploy
from game.rules.bodies import misplaced, side_of
from game.rules.events import Deployed, Event
from game.rules.state import Battle, Combatant, Team
from game.spatial.grid import Cell, cell_name, footprint
from game.texts import Text, text


def begun(battle: Battle) -> Text | None:
    """Why nobody can be placed any more; None before the fight begins."""
    return None if battle.phase == "deploy" else text("the fight has already begun")


def _team(battle: Battle, who: Combatant) -> Team | None:
    return next((each for each in battle.teams if each.id == who.team), None)


def why_deploy(battle: Battle, action: Deploy) -> Text | None:
    """Within the team's zone, and where it fits."""
    if (reason := begun(battle)) is not None:
        return reason
    who = battle.by_id.get(action.who)
    if who is None:
        return text("there is no creature {who!r} in this battle; there are: {names}",
                    who=action.who, names=", ".join(each.id for each in battle.combatants if not each.hidden))
    if who.mount:  # rule: NLT-9
        return text("{who} is in the saddle, and goes where this goes: {mount}", who=who.name,
                    mount=battle[who.mount].name)
    if action.cell == who.cell:
        return text("{who} already stands on {cell}", who=who.name, cell=cell_name(action.cell))
    team = _team(battle, who)
    if team is None or not team.zone:
        return text("{who} has its place: its team has no zone to be placed in", who=who.name)
    return _why_not_in(battle, who, action.cell, {*team.zone})


def _why_not_in(battle: Battle, who: Combatant, cell: Cell, zone: set[Cell]) -> Text | None:
    outside = [each for each in footprint(cell, side_of(battle, who)) if each not in zone]
    if (reason := misplaced(battle, who, cell)) is not None:
        return reason
    if outside:
        return text("{who} must be placed inside the zone of its team; {cell} is not in it",
                    who=who.name, cell=cell_name(outside[0]))
    return None


def places_for(battle: Battle, who: Combatant) -> Iterator[Cell]:
    """Where a creature's top left may be placed: all of it inside its team's zone, and where it fits."""
    team = _team(battle, who)
    zone = {*team.zone} if team is not None else set()
    return (cell for cell in (team.zone if team is not None else ()) if _why_not_in(battle, who, cell, zone) is None)


def deploy_options(battle: Battle) -> Iterator[Deploy]:
    """Every place of every creature of a team that has a zone."""
    for who in (each for each in battle.combatants if not each.mount):
        yield from (Deploy(who.id, cell) for cell in places_for(battle, who) if cell != who.cell)


def without_room(battle: Battle) -> Combatant | None:
    """A creature that still needs a place in its team's zone and finds none there, or none beside the others; None when
    there is room for all."""
    for team in battle.teams:
        waiting = [each for each in battle.combatants if each.team == team.id and each.cell is None and not each.mount]
        free: set[Cell] = set()
        for each in waiting:
            side = side_of(battle, each)
            own = {cell for place in places_for(battle, each) for cell in footprint(place, side)}
            if not own:
                return each
            free |= own
        if sum(side_of(battle, each) ** 2 for each in waiting) > len(free):
            return waiting[-1]
    return None


def do_deploy(battle: Battle, action: Deploy) -> tuple[Battle, list[Event]]:
    """Place a creature."""
    return (battle.with_combatant(battle[action.who].but(cell=action.cell)), [Deployed(action.who, action.cell)])


def why_begin(battle: Battle, action: Begin) -> Text | None:
    """Everyone is placed, and where it fits. # rule: INI-1"""
    if (reason := begun(battle)) is not None:
        return reason
    if not battle.combatants:
        return text("there is nobody in this battle")
    if len({each.team for each in battle.combatants}) < 2:
        return text("a fight needs creatures of two sides")
    for each in battle.combatants:
        if each.cell is None and each.hidden:
            return text("the game master must place somebody first")
        if each.cell is None:
            return text("{who} must be placed first", who=each.name)
        if (reason := misplaced(battle, each, each.cell)) is not None:
            return reason
    return None
