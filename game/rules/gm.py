"""What the GM does by hand: effects, removals, late entries, the end of a scene. # rule: EFF-2 INI-4 INI-6 CND-3

None of it takes a turn, and none is among the legal actions that are listed; :func:`why_not` judges all of it.
"""

from dataclasses import replace

from game.errors import GeometryError
from game.rules import effects, expiry, mounts, quick
from game.rules.actions import EndScene, GmEffect, GmRemove, Join
from game.rules.attack import unknown
from game.rules.bodies import body_of, hands_used, misplaced
from game.rules.catalog import Nature
from game.rules.checks import Cup, attribute_test
from game.rules.conditions import conditions_of
from game.rules.events import Event, InitiativeRoll, Joined, Narrated, Removed, SceneEnded, ZoneEnded
from game.rules.gear import member_fault
from game.rules.handling import shown_things, thing_name
from game.rules.initiative import AGAIN, INITIATIVE, MOST_REROLLS
from game.rules.powers import ConditionEffect, HealingEffect, Shape, ZoneEffect, conditions_named
from game.rules.state import Battle, Combatant
from game.spatial.grid import Cell
from game.texts import Text, text

Result = tuple[Battle, list[Event]]
Act = GmEffect | GmRemove | Join | EndScene


def why_not(battle: Battle, action: Act) -> Text | None:
    """Why the GM's act makes no sense now; None when it does."""
    if battle.phase == "deploy" and isinstance(action, EndScene):
        return text("the fight has not begun: place everyone, then begin")
    if battle.phase == "over":
        return text("the fight is over")
    match action:
        case GmEffect():
            return _why_no_effect(battle, action)
        case GmRemove():
            return _why_no_removal(battle, action)
        case Join():
            return _why_no_entries(battle, (action.combatant, *action.more))
    return None


def _why_no_effect(battle: Battle, action: GmEffect) -> Text | None:
    """# rule: EFF-2"""
    if action.source and action.source not in battle.by_id:
        return unknown(battle, action.source)
    effect = action.effect
    duration = getattr(effect, "duration", None)
    if battle.phase == "deploy" and duration is not None and duration.until == "rounds":
        return text("rounds are not counted before the fight begins")
    if isinstance(effect, ZoneEffect):
        cells = action.place.cells if action.place is not None else ()
        if not cells or action.targets:
            return text("a change of the scene needs its squares, and no targets")
        for cell in cells:
            if cell not in battle.grid:
                return text("{cell} is outside the map ({cols} x {rows} squares)", cell=str(cell),
                            cols=battle.grid.cols, rows=battle.grid.rows)
            other = taken_by_anyone(battle, cell) if effect.obstacle else None
            if other is not None:
                return text("{other} stands in the way", other=other.name)
    elif not action.targets or (action.place is not None and focus_of(battle, action) is None):
        return text("an effect on creatures needs targets, and no place")
    for name in conditions_named(effect):
        if name not in battle.condition_rules:
            return text("there is no such condition: {id!r}", id=name)
    for id in action.targets:
        if (reason := unknown(battle, id)) is not None:
            return reason
        if battle[id].out and not isinstance(effect, HealingEffect):
            return text("{who} is out of the fight", who=battle[id].name)
    return None


def focus_of(battle: Battle, action: GmEffect) -> Cell | None:
    """The square that holds the attention of those whom an effect attracts; None without one. # rule: CND-25"""
    effect, cells = action.effect, () if action.place is None else action.place.cells
    rule = battle.condition_rules.get(effect.condition) if isinstance(effect, ConditionEffect) else None
    return cells[0] if rule is not None and rule.only_toward and len(cells) == 1 and cells[0] in battle.grid else None


def taken_by_anyone(battle: Battle, cell: Cell) -> Combatant | None:
    """Whose body is on a cell, in the fight or not, unless it is hidden."""
    return next((each for each in battle.combatants
                 if each.cell is not None and not each.hidden and cell in body_of(battle, each).cells), None)


def _why_no_removal(battle: Battle, action: GmRemove) -> Text | None:
    if action.what in {*(each.id for each in battle.zones), *(each.id for each in battle.items)}:
        return None
    if action.what not in battle.by_id:
        return unknown(battle, action.what)
    who = battle[action.what]
    return text("{who} has left the fight already", who=who.name) if who.out and who.cell is None else None


def _why_no_entries(battle: Battle, some: tuple[Combatant, ...]) -> Text | None:
    """Each of several is judged with those before it in their places."""
    for who in some:
        if (reason := _why_no_entry(battle, who)) is not None:
            return reason
        battle = battle.but(combatants=(*battle.combatants, who))
    return None


def _why_no_entry(battle: Battle, who: Combatant) -> Text | None:
    """# rule: INI-4"""
    if who.id in battle.by_id:
        return text("there is a creature {who!r} in this battle already", who=who.id)
    if who.team not in {each.id for each in battle.teams}:
        return text("there is no team {team!r}", team=who.team)
    if who.out or not 0 < who.pv <= who.sheet.pv:
        return text("{who} needs PV to come in with", who=who.name)
    if (fault := member_fault(who)) is not None:
        return fault
    if hands_used(who) > battle.settings.hands:  # rule: ACT-2
        return text("these take more than {count} hands", count=battle.settings.hands)
    for id in sorted(conditions_of(who)):
        if id not in battle.condition_rules:
            return text("there is no such condition: {id!r}", id=id)
    if who.mount:
        return mounts.why_not_mounted(battle, who)
    if who.cell is None:
        zone = next(each.zone for each in battle.teams if each.id == who.team)
        if battle.phase == "deploy" and zone:
            return None
        return text("{who} needs a place to come in", who=who.name)
    try:
        return misplaced(battle, who.but(cell=None), who.cell)
    except GeometryError as error:
        return error.message


def do(battle: Battle, action: Act, cup: Cup) -> Result:
    """Do as the GM says."""
    match action:
        case GmEffect():
            return _effect(battle, action)
        case GmRemove():
            return _remove(battle, action.what)
        case Join():
            events: list[Event] = []
            for who in (action.combatant, *action.more):
                battle, more = _join(battle, who, cup)
                events += more
            return battle, events
        case EndScene():
            battle, events = expiry.end_scene(battle)
            return battle, [SceneEnded(), *events]


def _effect(battle: Battle, action: GmEffect) -> Result:
    """An effect of narrative origin. # rule: EFF-2 EFF-5"""
    nature: Nature = "magical" if action.magical else "mundane"
    cause = effects.Cause(action.source, nature, focus=focus_of(battle, action))
    events: list[Event] = [Narrated(action.name, action.targets)]
    if isinstance(action.effect, ZoneEffect):
        assert action.place is not None
        cells = action.place.cells
        shape = Shape("free", cells=len(cells))
        battle, more = effects.raise_zone(battle, action.effect, cause, shape, None, cells=cells)
        return battle, events + more
    for target in action.targets:
        battle, more = effects.apply_effect(battle, action.effect, target, cause)
        events += more
    return battle, events


def _remove(battle: Battle, what: str) -> Result:
    """A zone is over, a thing is gone, or a creature has left: its slot in the order stays. # rule: INI-6 EFF-6"""
    zone = next((each for each in battle.zones if each.id == what), None)
    if zone is not None:
        battle = battle.but(zones=tuple(each for each in battle.zones if each is not zone))
        return battle, [ZoneEnded(zone, "act")]
    thing = next((each for each in battle.items if each.id == what), None)
    if thing is not None:
        battle = battle.but(items=tuple(each for each in battle.items if each is not thing))
        return battle, [Removed(what, thing_name(thing))]
    who, events = battle[what], list[Event]()
    if battle.phase == "deploy":
        return battle.but(combatants=tuple(each.but(mount="", cell=None) if each.mount == what else each
                                           for each in battle.combatants if each is not who)), [Removed(what, who.name)]
    for rider in battle.riders_of(what):  # rule: NLT-9
        battle, more = mounts.fall_off(battle, rider.id, "thrown")
        events += more
    gone = who.but(cell=None, mount="", out=True, consequence=who.consequence or "gone")
    return shown_things(battle.with_combatant(gone), (what,)), [Removed(what), *events]


def _join(battle: Battle, who: Combatant, cup: Cup) -> Result:
    """It rolls initiative as everybody did, and acts from the next round on; who rides is where its mount is.
    # rule: INI-2 INI-3 INI-4 QCK-4 NLT-9"""
    if who.mount:
        who = who.but(cell=battle[who.mount].cell)
    if battle.phase == "deploy":
        return battle.but(combatants=(*battle.combatants, who)), [Joined(who.id, who.cell, (), ())]
    if battle.mode == "quick":
        order = _among_its_side(battle, who)
        battle = battle.but(combatants=(*battle.combatants, quick.started(who)), order=order)
        return battle, [Joined(who.id, who.cell, (), order)]
    return _join_by_roll(battle, who, cup)


def _among_its_side(battle: Battle, who: Combatant) -> tuple[str, ...]:
    """The order of quick combat with one more, the last of its side. # rule: QCK-4"""
    players = {team.id for team in battle.teams if team.players}
    if who.team not in players:
        return *battle.order, who.id
    ahead = [each for each in battle.order if battle[each].team in players]
    place = battle.order.index(ahead[-1]) + 1 if ahead else 0
    return *battle.order[:place], who.id, *battle.order[place:]


def _join_by_roll(battle: Battle, who: Combatant, cup: Cup) -> Result:
    """# rule: INI-2 INI-3 INI-4"""
    first = attribute_test(cup, who.sheet.mobility, battle.settings, who=who.id, what=INITIATIVE)
    rolls = [InitiativeRoll(who.id, first)]
    who = replace(who, initiative=first.total)

    def rank(each: Combatant) -> tuple[int, int]:
        return each.initiative or 0, each.sheet.mobility.value

    order = list(battle.order)
    place = next((at for at, id in enumerate(order) if rank(battle[id]) < rank(who)), len(order))
    tied = [id for id in order[:place] if rank(battle[id]) == rank(who) and not battle[id].out
            and not (battle[id].hidden or who.hidden)]
    while tied:  # from the last of the tied up: each pair rolls until one is ahead
        other = battle[tied.pop()]
        mine = other_total = 0
        for attempt in range(1, MOST_REROLLS + 1):
            pair = [attribute_test(cup, each.sheet.mobility, battle.settings, who=each.id, what=AGAIN)
                    for each in (who, other)]
            rolls += [InitiativeRoll(id, check, attempt) for id, check in zip((who.id, other.id), pair, strict=True)]
            mine, other_total = pair[0].total, pair[1].total
            if mine != other_total:
                break
        if mine < other_total:
            break
        place = order.index(other.id)
    order.insert(place, who.id)
    battle = battle.but(combatants=(*battle.combatants, who), order=tuple(order))
    return battle, [Joined(who.id, who.cell, tuple(rolls), battle.order)]
