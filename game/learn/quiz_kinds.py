"""The questions of the quiz: what is asked, what is right, and why, from the masks, lines and sheets of the game.

A question is a value. What is right is not in it: a method works it out.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import ceil, floor
from typing import ClassVar, Final, Literal

import numpy as np

from game.insight.narrate import modifier_line, powers_of
from game.insight.odds_table import Question as Asked
from game.insight.odds_table import sheet_asked
from game.insight.proof import Proof
from game.insight.proving import prove, prove_refusal, prove_rule
from game.insight.proving_areas import prove_hit, prove_sight
from game.insight.proving_walks import prove_move
from game.insight.reasons import names_of
from game.learn.showing import Drawing
from game.rules.actions import AttackMode
from game.rules.attack import AttackSheet
from game.rules.bodies import body_of, line_of, movement_of, speed_of
from game.rules.conditions import perceives
from game.rules.evidence import Modifier
from game.rules.places import Area, area_of, bodies_in
from game.rules.powers import Power
from game.rules.state import Battle, Combatant, Placement
from game.spatial.grid import Cell, cell_name, units
from game.spatial.sight import higher
from game.texts import Text, text

Answering = Literal["cells", "names", "choice", "number"]
Kind = Literal["cover", "sight", "smoke", "reach", "flank", "high", "walk", "area", "total"]
Item = Cell | str | int
Answer = frozenset[Cell] | frozenset[str] | int
"""The cells marked; the ids of the creatures picked; the number, or the place of the option from 0."""
LETTERS: Final = "ABCD"


@dataclass(frozen=True, slots=True)
class Wrong:
    """A part of an answer, mostly a wrong one: a cell, a creature's id or a number, why, its rule, the proof."""

    what: Item
    said: Text
    rule: str
    proof: Proof | None = None


@dataclass(frozen=True)
class Question:
    """A question about a position.

    :ivar who: whom it is about; ``target`` the other one, or empty.
    :ivar answering: how it is answered: by marking some of ``cells``, by naming some of ``names`` (ids), by one of four
        ``options`` (numbers, A to D), or by a number.
    """

    battle: Battle
    who: str
    level: int = 1
    seed: int = 0
    target: str = ""
    answering: Answering = "names"
    cells: tuple[Cell, ...] = ()
    names: tuple[str, ...] = ()
    options: tuple[int, ...] = ()

    kind: ClassVar[Kind]
    rule: ClassVar[str]  # what it practises

    @abstractmethod
    def text(self) -> Text:
        """What is asked, as whole sentences."""

    @abstractmethod
    def answer(self) -> Answer:
        """What is right, worked out from the battle."""

    @abstractmethod
    def faults(self, given: Answer) -> Iterator[Wrong]:
        """What is wrong with an answer that is not right."""

    def shown(self) -> Drawing:
        """What is on the map with the question: whom it is about and the squares to choose from; not what is right."""
        return Drawing(self.cells, tuple(each for each in (self.who, self.target) if each))

    def revealed(self) -> Drawing:
        """What is right, to light."""
        right = self.answer()
        if isinstance(right, int):
            return Drawing()
        cells = tuple(each for each in self.cells if each in right)
        names = tuple(each for each in self.names if each in right)
        return Drawing((*cells, *(cell for id in names for cell in body_of(self.battle, self.battle[id]).cells)), names)

    def said(self) -> Text:
        """What is right, in words."""
        right = self.answer()
        if isinstance(right, int):
            number = self.options[right] if self.answering == "choice" else right
            return text("The answer is {number}.", number=number)
        if not right:
            return text("The answer is: none of them.")
        named = names_of(self.battle, (each for each in self.names if each in right))
        return text("The answer is: {names}.", names=named or ", ".join(
            cell_name(each) for each in self.cells if each in right))


# --- some of several -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Some(Question):
    """Those of several cells or creatures for which something is so."""

    @property
    def items(self) -> tuple[Cell, ...] | tuple[str, ...]:
        return self.cells or self.names

    @abstractmethod
    def holds(self, item: Item) -> bool:
        """Whether it is so for one of them."""

    @abstractmethod
    def proof(self, item: Item) -> Proof:
        """Why it is so for one of them, or not."""

    def answer(self) -> Answer:
        if self.answering == "cells":
            return frozenset(each for each in self.cells if self.holds(each))
        return frozenset(each for each in self.names if self.holds(each))

    def faults(self, given: Answer) -> Iterator[Wrong]:
        right = self.answer()
        assert not isinstance(given, int)
        assert not isinstance(right, int)
        for item in self.items:
            if (item in given) != (item in right):
                yield self.reason(item, item in right)

    def reason(self, item: Item, right: bool) -> Wrong:
        """Why one of them belongs to the answer, or does not."""
        name = cell_name(item) if isinstance(item, tuple) else self.battle[str(item)].name
        said = text("{name} belongs to the answer.", name=name) if right else text(
            "{name} does not belong to the answer.", name=name)
        proof = self.proof(item)
        return Wrong(item, said, proof.rule, proof)


def held_name(who: Combatant) -> Text:
    """What a creature holds."""
    weapon = who.weapon(who.hands[0])
    assert weapon is not None
    return text(weapon.name)


@dataclass(frozen=True)
class Covered(Some):
    """Who has cover from a creature. # rule: SIT-6 SIT-7"""

    kind: ClassVar[Kind] = "cover"
    rule: ClassVar[str] = "SIT-6"

    def text(self) -> Text:
        return text("Who has partial or total cover from {who}?", who=self.battle[self.who].name)

    def level_of(self, item: Item) -> int:
        return line_of(self.battle, self.battle[self.who], self.battle[str(item)]).cover.level

    def holds(self, item: Item) -> bool:
        return self.level_of(item) > 0

    def proof(self, item: Item) -> Proof:
        _, sheet = sheet_asked(self.battle, Asked(self.who, str(item)))
        return next(prove_rule(self.battle, sheet, "SIT-7" if self.level_of(item) > 1 else "SIT-6"))


@dataclass(frozen=True)
class Seen(Some):
    """Whom a creature sees. # rule: CND-12 CND-14"""

    kind: ClassVar[Kind] = "sight"
    rule: ClassVar[str] = "SIT-5"

    def text(self) -> Text:
        return text("Whom does {who} see from its place?", who=self.battle[self.who].name)

    def holds(self, item: Item) -> bool:
        who, other = self.battle[self.who], self.battle[str(item)]
        return line_of(self.battle, who, other).sight and perceives(self.battle, who, other)

    def proof(self, item: Item) -> Proof:
        return prove_sight(self.battle, self.who, str(item))


@dataclass(frozen=True)
class Concealed(Some):
    """Against whom an attack may be lost to concealment. # rule: SIT-4 SIT-5"""

    kind: ClassVar[Kind] = "smoke"
    rule: ClassVar[str] = "SIT-4"

    def text(self) -> Text:
        return text("Who is concealed from {who}?", who=self.battle[self.who].name)

    def holds(self, item: Item) -> bool:
        return bool(sheet_asked(self.battle, Asked(self.who, str(item)))[1].miss_rule)

    def proof(self, item: Item) -> Proof:
        _, sheet = sheet_asked(self.battle, Asked(self.who, str(item)))
        return next(prove_rule(self.battle, sheet, sheet.miss_rule or "SIT-4"))


@dataclass(frozen=True)
class Reached(Some):
    """Whom a blow reaches. # rule: ATK-1 SIT-7"""

    kind: ClassVar[Kind] = "reach"
    rule: ClassVar[str] = "ATK-1"

    def text(self) -> Text:
        who = self.battle[self.who]
        return text("Whom can {who} strike from its place with this: {weapon}?", who=who.name, weapon=held_name(who))

    def sheet(self, item: Item) -> AttackSheet:
        return sheet_asked(self.battle, Asked(self.who, str(item), mode="melee"))[1]

    def holds(self, item: Item) -> bool:
        return self.sheet(item).refused is None

    def proof(self, item: Item) -> Proof:
        sheet = self.sheet(item)
        return next(iter(prove_refusal(self.battle, sheet)), None) or next(prove_rule(self.battle, sheet, "ATK-1"))


@dataclass(frozen=True)
class From(Some):
    """Squares from which something would hold for a blow or shot at a target."""

    def sheet(self, item: Item) -> AttackSheet:
        assert isinstance(item, tuple)
        return sheet_asked(self.battle, Asked(self.who, self.target, mode=self.mode, at=item))[1]

    @property
    def mode(self) -> AttackMode | None:
        return None

    def holds(self, item: Item) -> bool:
        return any(each.rule == self.rule for each in self.sheet(item).modifiers)

    def proof(self, item: Item) -> Proof:
        assert isinstance(item, tuple)
        return next(prove_rule(self.battle, self.sheet(item), self.rule, item))


@dataclass(frozen=True)
class Flanks(From):
    """From which squares a creature would flank another. # rule: SIT-2"""

    kind: ClassVar[Kind] = "flank"
    rule: ClassVar[str] = "SIT-2"

    @property
    def mode(self) -> AttackMode | None:
        return "melee"

    def text(self) -> Text:
        who = self.battle[self.who]
        return text("From which of the marked squares would {who} flank {target} with this: {weapon}?", who=who.name,
                    target=self.battle[self.target].name, weapon=held_name(who))


@dataclass(frozen=True)
class High(From):
    """From which squares a creature would have high ground. # rule: SIT-3"""

    kind: ClassVar[Kind] = "high"
    rule: ClassVar[str] = "SIT-3"

    def text(self) -> Text:
        return text("On which of the marked squares would {who} have high ground over {target}?",
                    who=self.battle[self.who].name, target=self.battle[self.target].name)

    def holds(self, item: Item) -> bool:
        assert isinstance(item, tuple)
        mine = body_of(self.battle, self.battle[self.who], item)
        return higher(mine, body_of(self.battle, self.battle[self.target]), units(self.battle.settings.high_ground))


@dataclass(frozen=True)
class Walked(Some):
    """Which squares one Move reaches. # rule: MOV-1 MOV-2"""

    kind: ClassVar[Kind] = "walk"
    rule: ClassVar[str] = "MOV-1"

    def text(self) -> Text:
        who = self.battle[self.who]
        return text("Which of the marked squares does {who} reach with one Move of {metres} m?", who=who.name,
                    metres=speed_of(self.battle, who))

    def holds(self, item: Item) -> bool:
        assert isinstance(item, tuple)
        return bool(movement_of(self.battle, self.who).reachable[item[1], item[0]])

    def proof(self, item: Item) -> Proof:
        assert isinstance(item, tuple)
        return prove_move(self.battle, self.who, item)


# --- a number --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Number(Question):
    """A number, typed or picked among four."""

    @abstractmethod
    def number(self) -> int:
        """The right one."""

    @abstractmethod
    def mistakes(self, given: int) -> Iterator[Wrong]:
        """Why a number is not right."""

    @abstractmethod
    def because(self) -> Iterator[Wrong]:
        """What makes up the right number, part by part."""

    def answer(self) -> Answer:
        return self.options.index(self.number()) if self.answering == "choice" else self.number()

    def faults(self, given: Answer) -> Iterator[Wrong]:
        assert isinstance(given, int)
        number = self.options[given] if self.answering == "choice" else given
        if number != self.number():
            yield from self.mistakes(number)


@dataclass(frozen=True)
class Hits(Number):
    """How many an area hits. # rule: EFF-4 ATK-5

    :ivar power: the id of the caster's power; ``place`` is where it is put.
    """

    power: str = ""
    place: Placement = field(default_factory=Placement)

    kind: ClassVar[Kind] = "area"
    rule: ClassVar[str] = "ATK-5"

    @property
    def used(self) -> Power:
        return next(each for each in powers_of(self.battle[self.who]) if each.id == self.power)

    @property
    def area(self) -> Area:
        return area_of(self.battle, self.battle[self.who], self.used, self.place)

    @property
    def aim(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where the area starts and where its arrow ends, in metres; the same for one that points nowhere."""
        shape, start = self.used.shape, (self.place.x, self.place.y)
        if shape is None or not shape.directed:
            return start, start
        dx, dy = self.place.direction
        far = shape.length / max(abs(dx), abs(dy))
        return start, (start[0] + far * dx, start[1] + far * dy)

    def text(self) -> Text:
        who, power, place = self.battle[self.who].name, text(self.used.name), self.place
        shape = self.used.shape
        assert shape is not None
        if place.origin == "corner":
            x, y = int(place.x), int(place.y)
            return text("{who} puts this on the corner between {a} and {b}: {power}, {metres} m around. How many "
                        "creatures does it hit, friends too?", who=who, power=power, metres=float(shape.radius),
                        a=cell_name((x - 1, y - 1)), b=cell_name((x, y)))
        toward = cell_name(self.toward)
        return text("{who} uses this from its edge, straight over {cell}: {power}, {metres} m long. How many creatures "
                    "does it hit, friends too?", who=who, power=power, metres=float(shape.length), cell=toward)

    @property
    def toward(self) -> Cell:
        """The second square on its way, for one that starts at an edge; it may lie outside of the map."""
        (x, y), (dx, dy) = (self.place.x, self.place.y), self.place.direction
        return ceil(x + dx) - 1 if dx < 0 else floor(x + dx), ceil(y + dy) - 1 if dy < 0 else floor(y + dy)

    def hit(self) -> tuple[str, ...]:
        """The ids of those that it hits."""
        return tuple(each.id for each in bodies_in(self.battle, self.area) if not each.hidden)

    def number(self) -> int:
        return len(self.hit())

    def mistakes(self, given: int) -> Iterator[Wrong]:
        yield from self._met(given, given < self.number())

    def because(self) -> Iterator[Wrong]:
        yield from self._met(self.number(), True)

    def _met(self, number: int, hit: bool) -> Iterator[Wrong]:
        """Why those are hit that are, or why the others are not."""
        met, area, shape = self.hit(), self.area, self.used.shape
        assert shape is not None
        for each in self.battle.present():
            if (each.id in met) == hit:
                proof = prove_hit(self.battle, area, each.id, shape.passage)
                said = text("{name} is hit.", name=each.name) if hit else text("{name} is not hit.", name=each.name)
                yield Wrong(number, said, proof.rule, proof)

    def revealed(self) -> Drawing:
        return Drawing(tuple((x, y) for y, x in np.argwhere(self.area.mask).tolist()), self.hit())


@dataclass(frozen=True)
class Total(Number):
    """What an attack adds up to. # rule: TST-2 SIT-2 SIT-3 ATK-3

    :ivar face: what the die shows; 0: only the modifiers are asked for.
    """

    mode: AttackMode = "melee"
    face: int = 0

    kind: ClassVar[Kind] = "total"
    rule: ClassVar[str] = "TST-2"

    @property
    def sheet(self) -> AttackSheet:
        return sheet_asked(self.battle, Asked(self.who, self.target, mode=self.mode))[1]

    def text(self) -> Text:
        who, target = self.battle[self.who], self.battle[self.target].name
        weapon = who.weapon(self.sheet.weapon)
        name = text(weapon.name) if weapon is not None else self.sheet.weapon
        if not self.face:
            return text("{who} attacks {target} with this: {weapon}. What do the modifiers of the attack add up to?",
                        who=who.name, target=target, weapon=name)
        return text("{who} attacks {target} with this: {weapon}. The die shows {face}, and the attribute adds {value}. "
                    "What is the total of the attack?", who=who.name, target=target, weapon=name, face=self.face,
                    value=self.sheet.attack_value)

    def number(self) -> int:
        sheet = self.sheet
        rolled = self.face + sheet.attack_value if self.face else 0
        return rolled + sheet.attack_total_modifier

    def slips(self) -> Mapping[int, tuple[Modifier | str, Text]]:
        """Wrong numbers that one slip leads to, each with the modifier that is forgotten, or taken for the attack's
        own, or with the rule that does not hold."""
        sheet, right = self.sheet, self.number()
        found: dict[int, tuple[Modifier | str, Text]] = {}
        for each in sheet.modifiers:
            if each.side == "attack":
                found.setdefault(right - each.amount, (each, text("This one counts: {modifier}", modifier=modifier_line(
                    each))))
            elif each.rule == "SIT-6":
                said = text("Cover does not lower the attack: it adds to the defence.")
                found.setdefault(right - each.amount, (each, said))
        rules = {each.rule for each in sheet.modifiers}
        likely = (("SIT-2", 2), ("SIT-3", 2)) if sheet.mode == "melee" else (("ATK-3", -2), ("SIT-3", 2), ("ATK-3", -5))
        for rule, amount in likely:
            if rule not in rules:
                found.setdefault(right + amount, (rule, text("This does not apply: {rule}.", rule=rule)))
        found.pop(right, None)
        return found

    def mistakes(self, given: int) -> Iterator[Wrong]:
        sheet, slips = self.sheet, self.slips()
        if given in slips:
            cause, said = slips[given]
            if isinstance(cause, str):
                proof = next(prove_rule(self.battle, sheet, cause))
            else:
                proof = prove(self.battle, sheet, cause)
            yield Wrong(given, said, proof.rule, proof)
            return
        yield from (replace(each, what=given) for each in self.because())

    def because(self) -> Iterator[Wrong]:
        sheet = self.sheet
        mine = [each for each in sheet.modifiers if each.side == "attack"]
        for each in mine:
            yield Wrong(self.number(), modifier_line(each), each.rule, prove(self.battle, sheet, each))
        if not mine:
            yield Wrong(self.number(), text("No modifier counts here."), self.rule)


KINDS: Final[Mapping[Kind, type[Question]]] = {
    each.kind: each for each in (Covered, Seen, Concealed, Reached, Flanks, High, Walked, Hits, Total)
}


