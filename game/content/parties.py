"""A party: the creatures of the players as they come out of a fight, kept in a file to go into the next one."""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, cast

from game.checked import not_one_of, read_text
from game.content.codec import CodecError, Json, decode, dumps, encode, loads
from game.content.saves import SUFFIX, write_whole
from game.errors import DataError, FlancoError, SaveError, reason_of
from game.paths import user_data
from game.rules.bodies import misplaced, side_of
from game.rules.conditions import conditions_of
from game.rules.deployment import places_for
from game.rules.gear import member_fault
from game.rules.powers import ConditionRule, condition_rules
from game.rules.state import Battle, Combatant
from game.spatial.grid import Cell
from game.texts import Text, text

FORMAT: Final = "flanco-party"
VERSION: Final = 1
MOST: Final = 50  # members


@dataclass(frozen=True)
class Party:
    """Creatures that go from one scenario to the next, without places, sides and what ends with a scene. Who has no PV
    is out, and stays behind until it is rested. ``conditions`` are those that they may have or bring and that are no
    other than a scenario's own."""

    name: str
    members: tuple[Combatant, ...]
    conditions: tuple[ConditionRule, ...] = ()

    @property
    def able(self) -> tuple[Combatant, ...]:
        """Those who can go into a fight."""
        return tuple(each for each in self.members if not each.out)


# --- out of a fight --------------------------------------------------------------------------------------------------


def party_of(battle: Battle, team: str, name: str) -> Party:
    """The creatures of a team as they stand: PV, ammunition, items, spent powers, lost weapons, lasting conditions.

    :raises FlancoError: when there is nobody in it.
    """
    members = tuple(_as_it_stands(each) for each in battle.combatants if each.team == team)
    if not members:
        raise FlancoError(text("nobody is on this side"))
    named = {id for each in members for id in conditions_of(each)}
    own = {each.id: each for each in battle.conditions}
    while more := {id for each in named & own.keys() for id in own[each].also} - named:
        named |= more
    return Party(name, members, tuple(each for each in battle.conditions if each.id in named))


def _as_it_stands(who: Combatant) -> Combatant:
    return who.but(
        team="", cell=None, altitude=0, crouched=False, conditions=tuple(each for each in who.conditions if each.stays),
        initiative=None, out=not who.pv, consequence=who.consequence if not who.pv else None, ongoing=(), casting=None,
        struck=0, sneaked=(), hidden=False,
    )


def rested(party: Party) -> Party:
    """The party after a long rest: all PV and powers back, no conditions, own weapons gathered again. What was shot,
    drunk or broken is gone all the same."""
    return replace(party, members=tuple(
        each.but(pv=each.sheet.pv, out=False, consequence=None, conditions=(), spent=(), efforts=(), exhausted=False,
                 lost=())
        for each in party.members))


def player_team(battle: Battle) -> str:
    """The team that people play: the one that says so, else the first."""
    return next((each.id for each in battle.teams if each.players), battle.teams[0].id)


# --- into a fight ----------------------------------------------------------------------------------------------------


def with_party(battle: Battle, party: Party, team: str = "") -> Battle:
    """A battle before round 1 in which the party stands for the creatures of a team (the players' unless it is named).

    Its members take the places of those creatures in their order; the others are left to be placed where the team has
    a zone, and else stand as near as they can. Who has no PV stays behind.

    :raises FlancoError: when nobody can go, or there is no room.
    """
    team = team or player_team(battle)
    if team not in {each.id for each in battle.teams}:
        raise FlancoError(not_one_of(team, [each.id for each in battle.teams]))
    if not party.able:
        raise FlancoError(text("nobody of this party can fight: let them rest first"))
    brought = tuple(each for each in party.conditions if each.id not in battle.condition_rules)
    battle = battle.but(conditions=battle.conditions + brought)
    old = [each for each in battle.combatants if each.team == team]
    others = [each for each in battle.combatants if each.team != team]
    at = battle.combatants.index(old[0]) if old else 0
    at -= sum(each.team == team for each in battle.combatants[:at])
    new = [_made_ready(battle, each, team) for each in _renamed(party.able, {each.id for each in others})]
    gone = {each.id for each in old} - {each.id for each in new}
    battle = battle.but(
        combatants=(*others[:at], *new, *others[at:]),
        structures=tuple(each.but(user="") if each.user in gone else each for each in battle.structures),
    )
    places = [each.cell for each in old]
    for number, who in enumerate(new):
        wanted = places[number] if number < len(places) else None
        battle = _placed(battle, who, wanted, [each for each in places if each is not None])
    return battle


def _renamed(members: tuple[Combatant, ...], taken: set[str]) -> Iterator[Combatant]:
    """Members with ids that nobody else has."""
    used = {*taken}
    for each in members:
        id, number = each.id, 1
        while id in used:
            number += 1
            id = f"{each.id}-{number}"
        used.add(id)
        yield each.but(id=id)


def _made_ready(battle: Battle, who: Combatant, team: str) -> Combatant:
    """On this team, with no more in its hands than the scenario's hands hold, under conditions that it knows."""
    hands: tuple[str, ...] = ()
    for id in who.hands:
        weapons = [who.weapon(each) for each in (*hands, id)]
        if sum(each.hands for each in weapons if each is not None) <= battle.settings.hands and all(weapons):
            hands = (*hands, id)
    known = tuple(each for each in who.conditions if each.id in battle.condition_rules)
    return who.but(team=team, hands=hands, conditions=known)


def _placed(battle: Battle, who: Combatant, wanted: Cell | None, near: list[Cell]) -> Battle:
    """The battle with a member in its place, left to be placed, or as near to the others' places as there is room."""
    if wanted is not None and misplaced(battle, who, wanted) is None:
        return battle.with_combatant(who.but(cell=wanted))
    if any(each.id == who.team and each.zone for each in battle.teams):
        if next(places_for(battle, who), None) is None:
            raise FlancoError(text("there is no room for {who}", who=who.name))
        return battle
    cell = nearest_place(battle, who, wanted or (near[0] if near else (0, 0)))
    if cell is None:
        raise FlancoError(text("there is no room for {who}", who=who.name))
    return battle.with_combatant(who.but(cell=cell))


def nearest_place(battle: Battle, who: Combatant, start: Cell) -> Cell | None:
    """The place nearest to a cell where a creature can stand now, None when there is none."""
    grid, side = battle.grid, side_of(battle, who)
    cells = [(x, y) for y in range(grid.rows - side + 1) for x in range(grid.cols - side + 1)]
    cells.sort(key=lambda each: ((each[0] - start[0]) ** 2 + (each[1] - start[1]) ** 2, each[1], each[0]))
    return next((each for each in cells if misplaced(battle, who.but(cell=None), each) is None), None)


# --- files -----------------------------------------------------------------------------------------------------------


def parties_folder() -> Path:
    """Where the user's parties are; it may not exist yet."""
    return user_data() / "parties"


def party_text(party: Party) -> str:
    """The text of a party's file."""
    members = ",\n".join(dumps(encode(each)) for each in party.members)
    own = dumps(encode(party.conditions))
    return (f'{{"format":"{FORMAT}","version":{VERSION},\n"name":{dumps(party.name)},"conditions":{own},\n'
            f'"members":[\n{members}\n]}}\n')


def save_party(party: Party, path: Path) -> None:
    """Write a party.

    :raises SaveError: when it cannot be written.
    """
    write_whole(path, party_text(party))


def load_party(path: Path) -> Party:
    """The party in a file.

    :raises SaveError: when it is missing, broken, or no party.
    """
    try:
        return parse_party(read_text(path))
    except DataError as error:
        reason = error.problems[0].message
    except FlancoError as error:
        reason = error.message
    raise SaveError(text("{file} cannot be opened: {reason}", file=str(path), reason=reason)) from None


def is_party(data: Json) -> bool:
    """Whether JSON data are a party's file."""
    return isinstance(data, dict) and data.get("format") == FORMAT


def parse_party(source: str) -> Party:
    """The party in the text of a file.

    :raises FlancoError: as :func:`load_party`.
    """
    data = loads(source)
    if not is_party(data) or set(data) | {"conditions"} != {"format", "version", "name", "members", "conditions"}:
        raise SaveError(text("this is no party"))
    if data["version"] != VERSION:
        raise SaveError(text("it was saved by a newer version of the program (format {version}; "
                             "this one reads up to {most}). Update the program to open it.",
                             version=str(data["version"]), most=VERSION))
    try:
        name = decode(str, data["name"])
        members = decode(cast(Any, tuple[Combatant, ...]), data["members"])
        conditions = decode(cast(Any, tuple[ConditionRule, ...]), data.get("conditions", []))
    except CodecError as error:
        place = ".".join(str(each) for each in error.place)
        raise SaveError(text("the party is damaged at {place}: {reason}", place=place or "-",
                             reason=error.message)) from None
    if (fault := _fault(members, conditions)) is not None:
        raise SaveError(fault)
    return Party(name, members, conditions)


def _fault(members: tuple[Combatant, ...], own: tuple[ConditionRule, ...]) -> Text | None:
    if not 0 < len(members) <= MOST:
        return text("a party has from 1 to {most} members", most=MOST)
    if len({each.id for each in members}) != len(members) or len({each.id for each in own}) != len(own):
        return text("an id is used twice")
    known = condition_rules().keys() | {each.id for each in own}
    for id in sorted({id for each in members for id in conditions_of(each)} | {id for each in own for id in each.also}):
        if id not in known:
            return text("there is no such condition: {id!r}", id=id)
    for each in members:
        if (fault := member_fault(each)) is not None:
            return fault
        if each.out != (not each.pv):
            return text("{name} has {pv} PV of {most}", name=each.name, pv=each.pv, most=each.sheet.pv)
    return None


def parties() -> tuple[tuple[Path, Party], ...]:
    """The user's parties with their files, by name; files that cannot be read are left out."""
    found = []
    with contextlib.suppress(OSError):
        for path in sorted(parties_folder().glob(f"*{SUFFIX}")):
            with contextlib.suppress(SaveError):
                found.append((path, load_party(path)))
    return tuple(sorted(found, key=lambda each: each[1].name.lower()))


def find_party(name: str) -> Path:
    """The file of a party given as a path, or by its name in the user's folder.

    :raises SaveError: when there is none.
    """
    if name.endswith(SUFFIX) or os.path.isfile(name):
        return Path(name)
    known = {party.name: path for path, party in parties()} | {path.stem: path for path, _ in parties()}
    if name not in known:
        raise SaveError(text("there is no party {name!r}: {reason}", name=name, reason=not_one_of(name, known)))
    return known[name]


def delete_party(path: Path) -> None:
    """Take a party's file away.

    :raises SaveError: when that cannot be done.
    """
    try:
        os.unlink(path)
    except OSError as error:
        raise SaveError(text("{file} could not be deleted: {reason}", file=str(path),
                             reason=reason_of(error))) from None
