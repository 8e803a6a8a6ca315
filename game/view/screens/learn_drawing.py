"""What a step of a lesson, or what is said about a goal, draws on the map: part by part, one after the other."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from game.insight.changes import Step
from game.insight.proof import Proof as Reasoned
from game.learn.goals import Verdict
from game.learn.showing import Drawing
from game.rules.bodies import side_of
from game.rules.state import Battle
from game.spatial.grid import Cell
from game.texts import tr
from game.view.mapview.changes import Patch
from game.view.mapview.marks import Chip
from game.view.mapview.scene import Proof, Ring, Scene
from game.view.panels.sheet import signed
from game.view.screens import proofs

PART_SECONDS: Final = 0.7  # from one part to the next
NOTHING: Final = Proof()


@dataclass(frozen=True, slots=True)
class Part:
    """What appears together: lit cells, a proof's lines and frames, rings, numbers."""

    lit: tuple[Cell, ...] = ()
    proof: Proof = NOTHING
    chips: tuple[Chip, ...] = ()


def parts_of(drawings: Iterable[Drawing], battle: Battle, teams: Mapping[str, int]) -> tuple[Part, ...]:
    """The parts of a step, in the order in which they appear."""
    return tuple(part for each in drawings for part in _of_drawing(each, battle, teams))


def parts_of_proof(proof: Reasoned, battle: Battle, teams: Mapping[str, int]) -> tuple[Part, ...]:
    """The parts of a proof, with the nearest change that would flip it."""
    flip = Part(proof=Proof(barriers=proofs.barriers_of(proof, battle), rings=proofs.rings_of(proof, battle, teams)),
                chips=proofs.chips_of(proof, battle))
    return (*_of_proof(proof, battle), flip)


def parts_of_verdict(verdict: Verdict, battle: Battle, teams: Mapping[str, int],
                     would_do: Callable[[str, Cell], bool] | None = None) -> tuple[Part, ...]:
    """The parts of what is said about a goal, and where else somebody would have to stand, where that ``would_do``."""
    found: list[Part] = []
    if verdict.proof is not None:
        found += _of_proof(verdict.proof, battle)
        other = None if would_do is None else _elsewhere(verdict.proof, would_do)
        if other is not None and (rings := proofs.rings_of(other, battle, teams)):
            found.append(Part(proof=Proof(rings=rings), chips=proofs.chips_of(other, battle)))
    if verdict.cells and (verdict.proof is None or not {*verdict.cells} <= {*verdict.proof.evidence.cells}):
        found.append(Part(proof=Proof(cells=verdict.cells)))
    return tuple(found)


def _elsewhere(proof: Reasoned, would_do: Callable[[str, Cell], bool]) -> Reasoned:
    """A proof with that alone of what would change it which walking to another place brings about."""
    found = []
    for each in proof.nearest:
        cells = [cell for cell in (each.cell, *each.ties) if would_do(each.who, cell)]
        if cells:
            found.append(replace(each, cell=cells[0], ties=tuple(cells[1:])))
    steps = tuple(each for each in proof.changes if isinstance(each, Step) and would_do(each.who, each.cell))
    return replace(proof, nearest=tuple(found), instead=None, changes=steps)


def _of_drawing(each: Drawing, battle: Battle, teams: Mapping[str, int]) -> Iterator[Part]:
    if each.creatures:
        there = [battle[id] for id in each.creatures if battle[id].cell is not None]
        yield Part(proof=Proof(rings=tuple(Ring(who.cell, side_of(battle, who), teams.get(who.team, 0))
                                           for who in there if who.cell is not None)))
    elif each.structures:
        walls = tuple(wall for wall in battle.grid.barriers if wall.structure in each.structures)
        yield Part(proof=Proof(barriers=walls, cells=each.cells))
    elif each.cells:
        yield Part(lit=each.cells)
    for proof in each.proofs:
        yield from _of_proof(proof, battle)


def _of_proof(proof: Reasoned, battle: Battle) -> Iterator[Part]:
    """Rays and what they cross, then cells, then the number."""
    whole = proofs.drawn((proof,), battle)
    if whole.rays or whole.links or whole.barriers:
        yield Part(proof=replace(whole, cells=()))
    if whole.cells:
        yield Part(proof=Proof(cells=whole.cells))
    about = battle.by_id.get(proof.target if proof.side == "defence" else proof.who)
    if proof.amount and about is not None and about.cell is not None:
        said = f"{signed(proof.amount)} {tr(proof.label)}"
        yield Part(chips=(Chip(about.cell, said, side_of(battle, about), "good" if proof.amount > 0 else "warn"),))


def onto(scene: Scene, parts: Sequence[Part]) -> Scene:
    """A scene with parts drawn on it."""
    if not parts:
        return scene
    lit = tuple(dict.fromkeys(cell for each in parts for cell in each.lit))
    old, some = scene.proof, [each.proof for each in parts]
    proof = Proof((*old.rays, *(ray for each in some for ray in each.rays)),
                  (*old.barriers, *(wall for each in some for wall in each.barriers)),
                  (*old.cells, *(cell for each in some for cell in each.cells)),
                  (*old.links, *(link for each in some for link in each.links)),
                  (*old.rings, *(ring for each in some for ring in each.rings)))
    return replace(scene, proof=proof, lit=Patch(lit, ("lit",)) if lit else scene.lit,
                   chips=(*scene.chips, *(chip for each in parts for chip in each.chips)))
