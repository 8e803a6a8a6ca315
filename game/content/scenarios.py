"""Scenario files: a map, teams, creatures in their places, settings. ``maps/README.md`` describes the format."""

import contextlib
import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from game.checked import Document, check, in_order, load_toml, not_one_of
from game.content.creatures import LISTS, read_kind
from game.content.library import kind_table, kinds
from game.content.making import Stock, read_materials, read_nd, read_stock, read_wear
from game.content.map_format import StructureTable
from game.content.maps import MapFile, load_map, read_map
from game.content.scenario_format import TABLES, Entry, ScenarioTable
from game.content.sides import read_teams
from game.errors import DataError, Problem
from game.paths import maps, user_maps
from game.rules.bodies import misplaced
from game.rules.catalog import Settings
from game.rules.deployment import without_room
from game.rules.gm_built import with_nd
from game.rules.materials import Material, materials
from game.rules.mounts import why_no_seat
from game.rules.powers import ConditionRule, condition_rules
from game.rules.sheet import Sheet
from game.rules.state import Battle, Combatant, Structure, Team
from game.spatial.grid import units
from game.texts import Text, text
from game.toml_lines import Place


@dataclass(frozen=True)
class ScenarioFile:
    """A scenario as loaded; ``battle`` is ready to deploy or begin."""

    name: str
    text: str
    file: str
    map: MapFile
    battle: Battle


def find_scenario(name: str) -> Path:
    """The file of a scenario given as a path, or as the name of a shipped one (``bridge``).

    :raises DataError: naming the closest shipped scenario when there is none of that name.
    """
    return _find(name, Path(), ("scenario",))


def find_file(name: str) -> Path:
    """The file of a scenario or a map, as :func:`find_scenario`.

    :raises DataError: as :func:`find_scenario`.
    """
    return _find(name, Path(), ("scenario", "map"))


def _find(name: str, beside: Path, wanted: tuple[str, ...]) -> Path:
    given = beside / name
    if given.suffix == ".toml" or "/" in name or "\\" in name or os.path.isfile(given):
        return given
    known = {path.stem: path for path in (*sorted(user_maps().glob("*.toml")), *sorted(maps().glob("*.toml")))
             if not tables_of(path).isdisjoint(wanted)}
    if name in known:
        return known[name]
    raise DataError([Problem(name, 0, "", "", not_one_of(name, known))])


def tables_of(path: Path) -> frozenset[str]:
    """The names of a TOML file's tables; empty when it cannot be read."""
    try:
        return frozenset(load_toml(path).data)
    except DataError:
        return frozenset()


def shipped_scenarios() -> tuple[tuple[Path, "ScenarioFile"], ...]:
    """The scenarios in ``maps/``, each with its file."""
    return tuple((path, read_scenario(path)) for path in sorted(maps().glob("*.toml")) if "scenario" in tables_of(path))


def shipped_maps() -> tuple[tuple[Path, MapFile], ...]:
    """The maps in ``maps/`` that stand in files of their own."""
    found = [path for path in sorted(maps().glob("*.toml")) if tables_of(path) & {"map", "scenario"} == {"map"}]
    return tuple((path, load_map(path)) for path in found)


def own_maps() -> tuple[tuple[Path, MapFile], ...]:
    """The maps in the user's own folder; files that cannot be read are left out."""
    found = []
    for path in sorted(user_maps().glob("*.toml")):
        with contextlib.suppress(DataError):
            found.append((path, load_map(path)))
    return tuple(found)


def load_scenario(path: Path) -> Battle:
    """The battle that a scenario file sets up, ready to deploy or begin.

    :raises DataError: with every fault found.
    """
    return read_scenario(path).battle


def read_scenario(path: Path) -> ScenarioFile:
    """A scenario file whole.

    :raises DataError: with every fault found.
    """
    return check_scenario(load_toml(path), path.parent)


def check_scenario(document: Document, folder: Path) -> ScenarioFile:
    """A scenario that was read from a file in ``folder``.

    :raises DataError: with every fault found.
    """
    reader = _Reader(document, folder)
    found = reader.read()
    if reader.problems or found is None:
        raise DataError(in_order(reader.problems))
    return found


class _Reader:
    def __init__(self, document: Document, folder: Path) -> None:
        self.document, self.folder = document, folder
        self.problems: list[Problem] = []
        self.materials: Mapping[str, Material] = {}
        self.stock = Stock()

    def say(self, place: Place, message: Text, value: object = None) -> None:
        self.problems.append(self.document.problem(place, message, value))

    def read(self) -> ScenarioFile | None:
        for key in self.document.data:
            if key not in TABLES:
                self.say((key,), not_one_of(key, TABLES))
        table = check(self.document, ScenarioTable, self.problems, ("scenario",))
        self.materials = read_materials(self.document, self.problems)
        settings = self.settings()
        map_file = self.map(table, settings)
        self.stock = read_stock(self.document, settings.dice, self.problems)
        teams = self.teams(map_file)
        entries = self.entries(settings, teams)
        self.check_sides(teams, entries)
        if table is not None and table.mode == "quick" and not any(each.players for each in teams.values()):
            self.say(("scenario", "mode"), text("quick combat needs a team with players = true"))  # rule: QCK-4
        if table is not None and table.nonlethal and table.mode == "quick":
            self.say(("scenario", "nonlethal"), text("quick combat counts hits, and has no bruises"))
        if map_file is None:
            return None
        battle = self.place(Battle(
            map=map_file.grid, structures=self.structures(map_file, entries), teams=tuple(teams.values()),
            combatants=(), settings=settings, name="" if table is None else table.name,
            pressure="enemies" if table is None else table.pressure, mode="normal" if table is None else table.mode,
            conditions=self.own_conditions(), nonlethal="" if table is None else table.nonlethal,
        ), entries)
        if table is None:
            return None
        return ScenarioFile(table.name, table.text, self.document.file, map_file, battle)

    def own_conditions(self) -> tuple[ConditionRule, ...]:
        """Those that are not as the program ships them."""
        shipped = condition_rules()
        return tuple(each for id, each in self.stock.conditions.items() if shipped.get(id) != each)

    def tables(self, name: str) -> range:
        written = self.document.data.get(name, [])
        if not isinstance(written, list):
            self.say((name,), text("these are written as [[{name}]]", name=name))
            return range(0)
        return range(len(written))

    def map(self, table: ScenarioTable | None, settings: Settings) -> MapFile | None:
        place = ("scenario", "map")
        try:
            if "map" in self.document.data:
                if self.document.at(place) is not None:
                    self.say(place, text("the file has a [map] of its own; leave this out"))
                return read_map(self.document, self.document.data, unnamed=settings.unnamed)
            if table is None:
                return None
            if table.map is None:
                self.say(place, text("this field must be given"))
                return None
            return self.named_map(place, table.map, settings)
        except DataError as error:
            self.problems += error.problems
            return None

    def named_map(self, place: Place, name: str, settings: Settings) -> MapFile | None:
        try:
            path = _find(name, self.folder, ("map",))
        except DataError as error:
            self.say(place, error.problems[0].message)
            return None
        if not os.path.isfile(path):
            self.say(place, text("there is no such file"))
            return None
        own = {id: each for id, each in self.materials.items() if materials().get(id) != each}
        return load_map(path, own, settings.unnamed)

    def structures(self, map_file: MapFile, entries: list[tuple[int, Combatant]]) -> tuple[Structure, ...]:
        """The structures of the map, some of them as the scenario has them. # rule: STR-1 STR-4"""
        found = {each.id: each for each in map_file.structures}
        changed: set[str] = set()
        for number in self.tables("structure"):
            place = ("structure", number)
            table = check(self.document, StructureTable, self.problems, place)
            if table is None:
                continue
            old = found.get(table.id)
            if old is None:
                self.say((*place, "id"), not_one_of(table.id, found))
                continue
            if table.id in changed:
                self.say((*place, "id"), text("this id is used twice"))
            changed.add(table.id)
            creatures = [who.id for _, who in entries]
            if table.user and table.user not in creatures:
                self.say((*place, "user"), not_one_of(table.user, creatures))
            new = old.but(user=table.user)
            if (table.size, table.level, table.material, table.nd) != (None, None, None, None):
                nd, material = read_nd(self.document, place, table, old.kind, self.materials, self.problems)
                new = with_nd(new, nd).but(material=material or old.material)
            if table.left is not None:
                wear = read_wear(self.document, place, table.left, new.nd, self.problems)
                new = new.but(wear=wear, fallen=not table.left)
            found[table.id] = new
        return tuple(found.values())

    def settings(self) -> Settings:
        if "settings" not in self.document.data:
            return Settings()
        return check(self.document, Settings, self.problems, ("settings",)) or Settings()

    def teams(self, map_file: MapFile | None) -> dict[str, Team]:
        """The teams; one without a zone starts where the map says."""
        found = read_teams(self.document, self.problems, None if map_file is None else map_file.grid)
        known = {} if map_file is None else {each.id: each.zone for each in map_file.teams}
        return {id: each if each.zone else replace(each, zone=known.get(id, ())) for id, each in found.items()}

    def entries(self, settings: Settings, teams: Mapping[str, Team]) -> list[tuple[int, Combatant]]:
        """Every creature that can be read, with its number in the file."""
        read: list[tuple[int, Entry, Sheet]] = []
        for number in self.tables("creature"):
            place = ("creature", number)
            entry = check(self.document, Entry, self.problems, place)
            if entry is None:
                continue
            sheet = self.sheet(place, entry)
            if entry.team not in teams:
                self.say((*place, "team"), not_one_of(entry.team, teams))
            elif sheet is not None:
                read.append((number, entry, sheet))
        names = self.names(read)
        return [(number, self.combatant(number, entry, sheet, settings, *names[number]))
                for number, entry, sheet in read]

    def sheet(self, place: Place, entry: Entry) -> Sheet | None:
        if entry.kind is None and entry.sheet is None:
            self.say(place, text("a creature needs a kind, or a sheet of its own"))
            return None
        if entry.kind is not None and entry.kind not in (known := kinds()):
            self.say((*place, "kind"), not_one_of(entry.kind, known))
            return None
        base = {} if entry.kind is None else kind_table(entry.kind)
        more = {name: getattr(entry, name) for name in LISTS}
        return read_kind(self.document, place, base, more, self.stock, self.problems,
                         entry.id or f"creature-{place[-1]}")

    def names(self, read: list[tuple[int, Entry, Sheet]]) -> dict[int, tuple[str, int]]:
        """An id for each: that given, else that of the sheet, numbered where several share it. And a number for its
        name: 0 when nobody else has the same."""
        ids: Counter[str] = Counter()
        names: Counter[str] = Counter()
        for _, entry, sheet in read:
            ids[entry.id or sheet.id] += 1
            names[entry.name or sheet.name] += 1
        taken: Counter[str] = Counter()
        called: Counter[str] = Counter()
        used: set[str] = set()
        found = {}
        for number, entry, sheet in read:
            id, name = entry.id or sheet.id, entry.name or sheet.name
            taken[id] += 1
            called[name] += 1
            if entry.id is None and ids[id] > 1:
                id = f"{id}-{taken[id]}"
            if id in used:
                self.say(("creature", number, "id"), text("this id is used twice"), id)
            used.add(id)
            found[number] = (id, called[name] if names[name] > 1 else 0)
        return found

    def combatant(self, number: int, entry: Entry, sheet: Sheet, settings: Settings, id: str, called: int) -> Combatant:
        place = ("creature", number)
        hands = entry.hands
        if hands is None:
            hands = next(((each.id,) for each in sheet.weapons if 0 < each.hands <= settings.hands), ())
        carried = {each.id: each.hands for each in sheet.weapons}
        for index, weapon in enumerate(hands):
            if weapon not in carried:
                self.say((*place, "hands", index), not_one_of(weapon, carried))
            elif weapon in hands[:index]:
                self.say((*place, "hands", index), text("this is listed twice"))
        if sum(carried.get(each, 0) for each in hands) > settings.hands:
            self.say((*place, "hands"), text("these take more than {count} hands", count=settings.hands))
        if entry.pv is not None and entry.pv > sheet.pv:
            self.say((*place, "pv"), text("this must be {most} or less", most=sheet.pv))
        return Combatant(
            id=id, given=entry.name or "", number=called, team=entry.team, sheet=sheet,
            pv=min(entry.pv or sheet.pv, sheet.pv), cell=entry.at, altitude=units(entry.altitude), hands=hands,
            crouched=entry.crouched, items=sheet.items, guard=entry.guard, hidden=entry.hidden,
            mount=entry.mount,
        )

    def place(self, battle: Battle, entries: list[tuple[int, Combatant]]) -> Battle:
        """The battle with each creature that has a place standing there: on the map, in nothing solid, on nobody."""
        placed = battle.but(combatants=tuple(replace(who, cell=None, hidden=False) for _, who in entries))
        self.check_mounts(placed, entries)
        for number, who in entries:
            if who.cell is None:
                continue
            if (reason := misplaced(placed, replace(who, cell=None), who.cell)) is not None:
                self.say(("creature", number, "at"), reason)
            else:
                placed = placed.with_combatant(replace(who, hidden=False))
        if not self.problems and (who_waits := without_room(placed)) is not None:
            number = next(number for number, who in entries if who.id == who_waits.id)
            self.say(("creature", number), text("there is no room for this creature in the zone of its team"),
                     who_waits.name)
        lurking = {who.id for _, who in entries if who.hidden}
        return placed.but(combatants=tuple(replace(each, hidden=each.id in lurking) for each in placed.combatants))

    def check_mounts(self, battle: Battle, entries: list[tuple[int, Combatant]]) -> None:
        """Who rides is carried, and has no place of its own. # rule: NLT-9"""
        for number, who in entries:
            place = ("creature", number, "mount")
            if not who.mount:
                continue
            if who.mount not in battle.by_id:
                self.say(place, not_one_of(who.mount, battle.by_id))
            elif (reason := why_no_seat(battle, who, battle[who.mount])) is not None:
                self.say(place, reason)
            elif who.cell is not None:
                self.say(("creature", number, "at"), text("who rides is where its mount is; leave this out"))
            elif who.hidden != next(each.hidden for _, each in entries if each.id == who.mount):
                self.say(("creature", number, "hidden"), text("a rider and its mount are hidden together"))

    def check_sides(self, teams: Mapping[str, Team], entries: list[tuple[int, Combatant]]) -> None:
        for number, who in entries:
            if who.cell is None and not teams[who.team].zone and not who.mount:
                self.say(("creature", number), text("this creature needs a place, or its team a zone"), who.name)
        if not self.problems and len({who.team for _, who in entries}) < 2:
            self.say((), text("a battle needs creatures of two teams or more"))
