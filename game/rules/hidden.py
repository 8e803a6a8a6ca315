"""Hidden creatures: the GM hides one and shows it again, and what becomes of it while it is hidden.

To everybody else it is as if it were not there: :meth:`game.rules.state.Battle.present` leaves it out, and its auras do
not work. It acts in its own turn, unseen as long as it only moves about; whoever walks or is pushed into it comes upon
it. Areas work on it in secret. It makes room, in secret too, for whatever comes to be where it stands.

To hide and to show takes no turn, and is not among the legal actions that are listed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.rules import walking
from game.rules.actions import (
    Action,
    Activate,
    Attack,
    AttackStructure,
    BreakStructure,
    Dash,
    DropItem,
    Escape,
    Hide,
    Manoeuvre,
    Mount,
    Move,
    PickUp,
    Release,
    Reveal,
    SneakAttack,
    UseDoor,
    UseItem,
    UsePower,
)
from game.rules.bodies import body_of, met_on, misplaced, obstructed, side_of
from game.rules.checks import Cup
from game.rules.events import Event, Hid, Moved, Revealed
from game.rules.footing import together
from game.rules.handling import shown_things
from game.rules.state import Battle, Combatant
from game.spatial.grid import Cell, footprint
from game.texts import Text, text

Result = tuple[Battle, list[Event]]
Act = Hide | Reveal
SHOWS = (Attack, Manoeuvre, SneakAttack, UsePower, Activate, UseItem, BreakStructure, AttackStructure, UseDoor,
         DropItem, PickUp, Release, Escape, Mount)


def why_not(battle: Battle, action: Act) -> Text | None:
    """Why the GM cannot hide or show a creature; None when that can be done."""
    who = battle.by_id.get(action.who)
    if who is None:
        return text("there is no creature {who!r} in this battle", who=action.who)
    if isinstance(action, Reveal):
        return None if who.hidden else text("{who} is not hidden", who=who.name)
    if battle.phase == "over":
        return text("the fight is over")
    if who.hidden:
        return text("{who} is hidden already", who=who.name)
    if any(battle.holds_by(each) or battle.holds_on(each) for each in together(battle, who.id)):
        return text("{who} holds another creature, or is held: it cannot be hidden", who=who.name)
    return None


def do(battle: Battle, action: Act) -> Result:
    """Do as the GM says; a rider and its mount are hidden together."""
    hidden = isinstance(action, Hide)
    events: list[Event] = [Hid(id) if hidden else Revealed(id) for id in together(battle, action.who)]
    return _veiled(battle, action.who, hidden), events


def come_out(battle: Battle, action: Action) -> Result:
    """A hidden creature that does more than move about is seen from then on, and who rides with it; getting on a hidden
    mount is no more than that."""
    if not isinstance(action, SHOWS) or not battle[action.who].hidden:
        return battle, []
    if isinstance(action, Mount) and battle[action.mount].hidden:
        return battle, []
    return _veiled(battle, action.who, False), [Revealed(id, "act") for id in together(battle, action.who)]


def _veiled(battle: Battle, who: str, hidden: bool) -> Battle:
    some = together(battle, who)
    for id in some:
        battle = battle.with_combatant(battle[id].but(hidden=hidden))
    return battle if hidden else shown_things(battle, some)


# --- walking into one ------------------------------------------------------------------------------------------------


def walk(battle: Battle, who: Combatant, action: Move | Dash, cup: Cup) -> Result:
    """Walk; whoever would walk into a hidden creature stops before it, and comes upon it."""
    if not any(each.hidden and each.id != who.id for each in battle.combatants):
        return walking.do_walk(battle, who, action, cup)
    way = walking.way_of(battle, who, action)
    count, met = met_on(battle, who, way.path)
    if way.held:
        (hold,) = battle.drags(who.id)
        other, more = met_on(battle, battle[hold.held], way.held)
        count, met = min((count, met), (other, more)) if more else (count, met)
    if not met:
        return walking.do_walk(battle, who, action, cup)
    while count and misplaced(battle, who, way.path[count - 1]) is not None:
        count -= 1
    end, events = who.cell, list[Event]()
    if count:
        end = way.path[count - 1]
        battle, events = walking.do_walk(battle, who, replace(action, to=end, path=way.path[:count], jump=False), cup)
    else:
        battle = battle.but(turn=walking.spent_in_place(battle, isinstance(action, Dash)))
    if battle[who.id].cell != end:  # something else stopped it
        return battle, events
    return found_by(battle, who.id, met, events)


def found_by(battle: Battle, who: str, met: Sequence[str], events: list[Event]) -> Result:
    """A creature has come upon these, at the end of what happened; upon those of its own who hide with it, it has not.
    """
    if battle[who].hidden:
        return battle, events
    found = dict.fromkeys(each for id in met for each in together(battle, id))
    for id in met:
        battle = _veiled(battle, id, False)
    return battle, [*events, *(Revealed(id, "met", who) for id in found)]


# --- making room -----------------------------------------------------------------------------------------------------


def make_room(battle: Battle) -> Result:
    """A hidden creature goes from where something else has come to be, to the nearest place."""
    events: list[Event] = []
    for who in battle.combatants:
        if not who.hidden or who.out or who.cell is None or who.mount or battle.phase == "over":
            continue
        if not _crowded(battle, who):
            continue
        place = next((cell for cell in _around(battle, who.cell) if _fits(battle, who, cell)), None)
        if place is not None:
            battle = battle.with_combatant(who.but(cell=place))
            events.append(Moved(who.id, who.cell, (place,), 0))
    return battle, events


def _crowded(battle: Battle, who: Combatant) -> bool:
    mine = {*body_of(battle, who).cells}
    return obstructed(battle, body_of(battle, who)) or any(
        not mine.isdisjoint(body_of(battle, each).cells) for each in battle.present())


def _fits(battle: Battle, who: Combatant, cell: Cell) -> bool:
    return all(each in battle.grid for each in footprint(cell, side_of(battle, who))) and (
        misplaced(battle, who, cell) is None)


def _around(battle: Battle, start: Cell) -> Iterator[Cell]:
    """Every place of the map, the nearest first, rows first among those as near."""
    cells = ((x, y) for y in range(battle.grid.rows) for x in range(battle.grid.cols) if (x, y) != start)
    yield from sorted(cells, key=lambda cell: max(abs(cell[0] - start[0]), abs(cell[1] - start[1])))
