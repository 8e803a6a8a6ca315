"""Lines of the log, and proofs drawn on the map."""

from collections.abc import Iterable, Iterator, Mapping

from game.insight.changes import Change, Leave, Step
from game.insight.proof import Proof as Reasoned
from game.insight.proving_events import Line
from game.rules.bodies import body_of, side_of
from game.rules.events import Attacked, PowerUsed, RoundBegan, TurnBegan, TurnEnded
from game.rules.history import Game
from game.rules.state import Battle
from game.spatial.grid import PLAIN, UNITS, Barrier, Cell
from game.texts import text, tr
from game.view.mapview.marks import Chip
from game.view.mapview.scene import Proof, Ring


def line_of_row(game: Game, row: int) -> Line | None:
    """The line that stands in a row of the log."""
    for n, step in enumerate(game.past):
        if row < len(step.events):
            return n, row
        row -= len(step.events)
    return None


def last_line(game: Game) -> Line | None:
    """The last thing that happened but for turns and rounds."""
    for n in range(len(game.past) - 1, -1, -1):
        events = game.past[n].events
        attack = next((m for m in range(len(events)) if isinstance(events[m], Attacked | PowerUsed)), None)
        if attack is not None:
            return n, attack
        for m in range(len(events) - 1, -1, -1):
            if not isinstance(events[m], TurnBegan | TurnEnded | RoundBegan):
                return n, m
    return None


# --- on the map ------------------------------------------------------------------------------------------------------


def drawn(proofs: Iterable[Reasoned], battle: Battle) -> Proof:
    """What on the map causes it: lines, what they cross, cells, and lines between those who take part."""
    some = tuple(proofs)
    flanks = [ray for each in some if each.rule == "SIT-2" for ray in each.evidence.rays]
    rays = tuple(dict.fromkeys(ray for each in some if each.rule != "SIT-2" for ray in each.evidence.rays))
    barriers = [*(each for found in some for each in found.evidence.barriers),
                *(each for ray in rays for each in ray.barriers)]
    cells = [*(cell for each in some for cell in each.evidence.cells),
             *(cell for each in some for id in each.evidence.others for cell in _cells_of(battle, id))]
    links: list[tuple[tuple[float, float], ...]] = [
        ((ray.start[0] / UNITS, ray.start[1] / UNITS), (ray.end[0] / UNITS, ray.end[1] / UNITS))
        for ray in flanks]
    if not rays:
        links += [link for each in some if each.who and each.target and each.rule != "SIT-2"
                  for link in _between(battle, each.who, each.target)]
    return Proof(rays, tuple(dict.fromkeys(barriers)), tuple(dict.fromkeys(cells)), tuple(dict.fromkeys(links)))


def _cells_of(battle: Battle, who: str) -> tuple[Cell, ...]:
    known = battle.by_id.get(who)
    return body_of(battle, known).cells if known is not None and known.cell is not None else ()


def _between(battle: Battle, one: str, other: str) -> Iterator[tuple[tuple[float, float], ...]]:
    """A line between two creatures, where both are on the map."""
    ends = [_cells_of(battle, each) for each in (one, other)]
    if all(ends):
        yield tuple((sum(x for x, _ in cells) / len(cells) + 0.5, sum(y for _, y in cells) / len(cells) + 0.5)
                    for cells in ends)


def rings_of(proof: Reasoned, battle: Battle, teams: Mapping[str, int]) -> tuple[Ring, ...]:
    """Where a creature would have to stand, and what else would have to be otherwise."""
    found: list[Ring] = []

    def around(cell: Cell, who: str, faint: bool = False) -> None:
        creature = battle[who]
        found.append(Ring(cell, side_of(battle, creature), teams.get(creature.team, 0), faint))

    for each in (*proof.nearest, *([proof.instead] if proof.instead is not None else [])):
        for tie in each.ties:
            around(tie, each.who, faint=True)
        around(each.cell, each.who)
    for change in proof.changes:
        cell = battle[change.who].cell if isinstance(change, Leave) else None
        if isinstance(change, Step):
            around(change.cell, change.who)
        elif isinstance(change, Leave) and cell is not None:
            around(cell, change.who)
        else:
            found += [Ring(cell) for cell in _cells_changed(battle, change)]
    return tuple(dict.fromkeys(found))


def _cells_changed(battle: Battle, change: Change) -> tuple[Cell, ...]:
    """The cells of a structure that would have to be otherwise; of the creature, for what is done to one."""
    structure = battle.structure(getattr(change, "structure", ""))
    return structure.cells if structure is not None else _cells_of(battle, getattr(change, "who", ""))


def barriers_of(proof: Reasoned, battle: Battle) -> tuple[Barrier, ...]:
    """The barriers that would have to be away."""
    ids = {getattr(each, "structure", "") or getattr(each, "zone", "") for each in proof.changes} - {""}
    return tuple(each for each in battle.grid.barriers if each.structure in ids) if ids else ()


def chips_of(proof: Reasoned, battle: Battle) -> tuple[Chip, ...]:
    """What the way to each ringed place costs, and for whom."""
    found = []
    for each in (*proof.nearest, *([proof.instead] if proof.instead is not None else [])):
        said = tr(text("{who}: {metres} m", who=battle[each.who].name, metres=each.cost / PLAIN))
        found.append(Chip(each.cell, said, side_of(battle, battle[each.who]), "good"))
    for change in proof.changes:
        if isinstance(change, Step):
            said = tr(text("{who}: {metres} m", who=battle[change.who].name, metres=change.cost / PLAIN))
            found.append(Chip(change.cell, said, side_of(battle, battle[change.who]), "good"))
    return tuple(found)
