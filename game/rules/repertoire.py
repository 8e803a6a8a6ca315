"""Manoeuvres as data: what ``assets/rules/manoeuvres.toml`` can say. # rule: MAN-1"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal

from pydantic import Field

from game.checked import Document, load_toml, not_one_of, validate
from game.errors import DataError, FlancoError, Problem
from game.paths import assets
from game.rules.catalog import Count, Id, Metres, Name
from game.rules.powers import Amount, Duration, condition_rules
from game.texts import text


@dataclass(frozen=True, slots=True)
class ManoeuvreRule:
    """What a manoeuvre needs and does. # rule: MAN-1 MAN-2

    ``effect``: what a success does; ``margin``: by how much the attack must beat the defence, 0 for a tie; ``weapon``:
    with what it is done (``polearm``: the bare body, or a weapon made for it); ``free_hands``: how many hands must hold
    nothing. ``duration`` None is to the start of the target's next turn.
    """

    id: Id
    name: Name
    rule: Annotated[str, Field(pattern=r"^[A-Z]{3}-\d+$")]
    effect: Literal["hold", "nonlethal", "condition", "disarm", "distract", "push", "grapple", "fall", "tackle", "pin",
                    "unhorse", "wrest"]
    text: str = ""
    margin: Count = 0
    weapon: Literal["any", "bare", "polearm"] = "any"
    free_hands: Annotated[int, Field(ge=0, le=2)] = 0
    condition: str = ""
    duration: Duration | None = None
    amount: Amount = 0
    critical_amount: Amount = 0
    metres: Metres = 0

    def __post_init__(self) -> None:
        if (self.effect == "condition") != bool(self.condition):
            raise FlancoError(text("a manoeuvre with effect = condition names the condition, and only such a one"))
        if (self.effect == "push") != bool(self.metres):
            raise FlancoError(text("a manoeuvre with effect = push says how many metres, and only such a one"))


@dataclass(frozen=True, slots=True)
class _ManoeuvreFile:
    manoeuvre: tuple[ManoeuvreRule, ...]


def check_manoeuvres(document: Document) -> dict[str, ManoeuvreRule]:
    """The manoeuvres of a document (``[[manoeuvre]]`` tables), by id, in file order.

    :raises DataError: with every fault.
    """
    found: dict[str, ManoeuvreRule] = {}
    problems: list[Problem] = []
    for index, each in enumerate(validate(document, _ManoeuvreFile).manoeuvre):
        if each.id in found:
            problems.append(document.problem(("manoeuvre", index, "id"), text("this id is used twice")))
        if each.condition and each.condition not in condition_rules():
            problems.append(document.problem(("manoeuvre", index, "condition"),
                                             not_one_of(each.condition, condition_rules())))
        found[each.id] = each
    if problems:
        raise DataError(problems)
    return found


@cache
def manoeuvre_rules() -> Mapping[str, ManoeuvreRule]:
    """The manoeuvres of ``assets/rules/manoeuvres.toml``, by id.

    :raises DataError: when that file is broken.
    """
    return check_manoeuvres(load_toml(assets() / "rules" / "manoeuvres.toml"))
