"""What is left of a turn, as two plain tokens. # rule: ACT-1"""

from dataclasses import dataclass

from game.rules.actions import Attack, Move
from game.rules.engine import why_not_now
from game.rules.state import Battle
from game.texts import Text, text


@dataclass(frozen=True, slots=True)
class Coin:
    """One action of a turn: what it is called, whether it is left, an icon; ``why`` it is not."""

    said: Text
    left: bool
    picture: str
    why: Text | None = None


def coins_of(battle: Battle) -> tuple[Coin, ...]:
    """The Move and the Execution of the active creature; after a first Move the other may be either. # rule: ACT-1"""
    who, turn = battle.active, battle.turn
    if who is None:
        return ()
    moving, acting = Move(who.id, who.cell or (0, 0)), Attack(who.id, who.id)
    no_move, no_act = why_not_now(battle, moving), why_not_now(battle, acting)
    if turn.moves and no_act is None:
        both = no_move is None
        name = text("Execution or Move") if both else text("Execution")
        return _move(False, no_move), Coin(name, True, "crossed-swords")
    if turn.moves and no_move is None and not turn.executions:
        return _move(False, None), _move(True, None)
    moves = not turn.moves and no_move is None
    return _move(moves, no_move), Coin(text("Execution"), no_act is None, "crossed-swords", no_act)


def _move(left: bool, why: Text | None) -> Coin:
    return Coin(text("Move"), left, "walking-boot", None if left else why)
