"""For each lesson a try that a learner might well make and that does not do: what is said, and by which rule."""

from typing import Any, Final, NamedTuple


class Mistake(NamedTuple):
    """Actions as a file writes them; a part of what is said in English; the rule of the proof, empty for none."""

    actions: tuple[dict[str, Any], ...]
    said: str
    rule: str = ""


def move(who: str, to: str) -> dict[str, Any]:
    return {"kind": "move", "who": who, "to": to}


def attack(who: str, target: str, weapon: str, mode: str = "melee") -> dict[str, Any]:
    return {"kind": "attack", "who": who, "target": target, "weapon": weapon, "mode": mode}


def end(who: str) -> dict[str, Any]:
    return {"kind": "end_turn", "who": who}


def burst(x: int, y: int) -> dict[str, Any]:
    return {"kind": "power", "who": "rosa", "power": "fireball", "place": {"origin": "corner", "x": x, "y": y}}


def breath(x: float, y: float) -> dict[str, Any]:
    return {"kind": "activate", "who": "rosa", "ability": "frost-breath",
            "place": {"origin": "edge", "x": x, "y": y, "direction": [1, 0]}}


DOOR: Final = {"kind": "door", "who": "rosa", "structure": "door"}
BLOW: Final = {"kind": "attack_structure", "who": "ana", "structure": "cracked", "weapon": "hammer"}
PUSH: Final = {"kind": "manoeuvre", "who": "lin", "target": "brute", "manoeuvre": "push"}
SPARE: Final = attack("ana", "goblin", "sword") | {"nonlethal": True}

MISTAKES: Final[dict[str, tuple[Mistake, ...]]] = {
    "your-turn": (
        Mistake((move("ana", "E4"), end("ana")), "Goblin is 2 m away, the reach is 1 m", "ATK-1"),
        Mistake((move("ana", "D4"), move("ana", "F4"), end("ana")), "has not done so yet"),
    ),
    "rough-going": (Mistake((move("ana", "E4"), end("ana")), "Goblin is 4 m away", "ATK-1"),),
    "arms-length": (
        Mistake((move("bruno", "F4"), attack("bruno", "guard", "spear"), end("bruno")),
                "Guard can strike Bruno there", "ATK-1"),
        Mistake((attack("bruno", "guard", "spear", "ranged"), end("bruno")), "a blow in melee is asked for"),
    ),
    "dont-shoot-your-friend": (
        Mistake((move("clara", "C5"), attack("clara", "goblin", "bow", "ranged"), end("clara")),
                "Clara is engaged in melee with Halberdier", "ATK-3"),
        Mistake((move("clara", "C7"), attack("clara", "wolf", "bow", "ranged"), end("clara")),
                "Wolf is engaged in melee with Ana", "ATK-3"),
    ),
    "opposite-sides": (
        Mistake((move("ana", "F5"), attack("ana", "brute", "sword"), end("ana")), "opposite side", "SIT-2"),
    ),
    "higher-ground": (
        Mistake((move("clara", "C6"), attack("clara", "brute", "bow", "ranged"), end("clara")),
                "Clara stands only 0.5 m above Brute; 1 m are needed", "SIT-3"),
    ),
    "behind-the-wall": (
        Mistake((move("clara", "A4"), attack("clara", "archer", "bow", "ranged"), end("clara")),
                "0 of 8 lines to Clara are blocked", "SIT-6"),
        Mistake((move("clara", "C4"), attack("clara", "archer", "bow", "ranged"), end("clara")),
                "2 of 8 lines to Archer are blocked", "SIT-6"),
    ),
    "nowhere-to-aim": (
        Mistake((move("ana", "F7"), end("ana")), "lines to Ana are blocked, from the best point of Archer 2", "SIT-7"),
    ),
    "smoke-is-not-stone": (
        Mistake((move("clara", "D5"), attack("clara", "archer", "bow", "ranged"), end("clara")),
                "What hides lies on", "SIT-4"),
        Mistake((move("clara", "F7"), attack("clara", "archer", "bow", "ranged"), end("clara")),
                "3 of 8 lines to Clara are blocked", "SIT-6"),
    ),
    "circle-line-cone": (
        Mistake((burst(6, 4), end("rosa")), "Enemies hit: 3. Friends hit: 1", "ATK-5"),
        Mistake((breath(2, 3.5), end("rosa")), "Friends hit: 1", "ATK-5"),
    ),
    "round-the-corner": (
        Mistake((DOOR, burst(7, 4)), "Enemies hit: 2. Friends hit: 1", "ATK-5"),
        Mistake((move("rosa", "B4"), burst(5, 4), end("rosa")), "Enemies hit: 0. Friends hit: 0", "ATK-5"),
    ),
    "push-and-trip": (
        Mistake((move("lin", "E5"), PUSH, end("lin")), "Brute stands on H5, and not on one of the marked", "MAN-8"),
    ),
    "take-them-alive": (
        Mistake((move("ana", "F4"), attack("ana", "goblin", "sword")), "meant to kill", "NLT-1"),
        Mistake((move("ana", "F4"), SPARE, end("ana"), end("ana")), "still in the fight"),
    ),
    "bring-it-down": (
        Mistake((end("ana"), move("rosa", "D4"), breath(4, 3.5), end("rosa")), "1 of its structural ND 6 are left"),
        Mistake((BLOW, end("ana"), move("rosa", "D4"), breath(4, 3.5), end("rosa")),
                "Enemies hit: 3. Friends hit: 1", "ATK-5"),
    ),
}
