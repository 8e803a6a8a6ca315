"""A small scenario with powers, items and a thing to break, and hands that choose from lists."""

from collections.abc import Callable, Iterator

from game.content.scenarios import find_scenario
from game.rules.actions import (
    EndTurn,
)
from game.rules.casting import area_hits_of
from game.rules.places import area_of
from game.spatial.grid import Cell
from game.view.camera import cells_of
from game.view.offers import Option, power_of
from game.view.widgets.listing import Listing
from tests.view.conftest import Hands

ARENA = """
[scenario]
name = "Arena"
[settings]
hands = 3
[map]
name = "Arena"
ground = "earth"
cells = \"\"\"
..............
..............
..............
..............
.....w........
..............
..............
..............
\"\"\"
[legend]
"w" = { solid = 1.0, name = "Crate", size = "medium", level = "simple", material = "light-wood" }
[[team]]
id = "town"
name = "Town"
players = true
[[team]]
id = "wild"
name = "Wild"
[[creature]]
kind = "fire-mage"
id = "mia"
name = "Mia"
team = "town"
at = "E4"
[[creature]]
kind = "geomancer"
id = "geo"
name = "Geo"
team = "town"
at = "E6"
[[creature]]
kind = "witch"
id = "wit"
name = "Wit"
team = "town"
at = "B2"
[[creature]]
kind = "goblin"
id = "gob"
name = "Goblin 1"
team = "wild"
at = "F4"
[[creature]]
kind = "goblin"
id = "gob2"
name = "Goblin 2"
team = "wild"
at = "L6"
"""


def every(options: tuple[Option, ...]) -> Iterator[Option]:
    for each in options:
        yield each
        yield from every(each.items)


def path_to(options: tuple[Option, ...], said: str) -> list[str]:
    """The names to choose, one after the other, to get to an option."""
    for each in options:
        if str(each.name) == said:
            return [said]
        if (below := path_to(each.items, said)):
            return [str(each.name), *below]
    return []


def rows(hands: Hands) -> Listing:
    return next(each for each in hands.screen.stage.layers[-1].walk() if isinstance(each, Listing))


def row_click(hands: Hands, said: str) -> None:
    """Click a row of the list on top, scrolling to it by the wheel."""
    listing = rows(hands)
    n = next(n for n, each in enumerate(listing.rows) if each.said.rstrip("…") == said and not each.heading)
    hands.point(listing.rect.center)
    for _ in range(200):
        if listing.rect.contains(listing.row_rect(n)):
            break
        hands.wheel(-1 if listing.row_rect(n).top > listing.rect.top else 1)
    hands.click(listing.row_rect(n).center)


def row_keys(hands: Hands, said: str) -> None:
    """The same with arrows and Enter."""
    listing = rows(hands)
    n = next(n for n, each in enumerate(listing.rows) if each.said.rstrip("…") == said and not each.heading)
    passed = listing.rows[(listing.marked or 0):n]
    hands.press(*["down"] * sum(not each.heading for each in passed), "return")


def rest_of_way(hands: Hands, way: list[str]) -> list[str]:
    """What is still to be chosen of a way, when the list of what the bar has no room for is open: it holds the items of
    a menu itself."""
    there = [each.said.rstrip("…") for each in rows(hands).rows if not each.heading]
    return way if way[0] in there else way[1:]


def by_mouse(hands: Hands, said: str) -> None:
    """Choose something of the bar by clicks alone."""
    first, *others = path_to(hands.play.match.options(), said)
    shown = [each.said.rstrip("…") for each in hands.play.acts]
    if first not in shown:
        hands.click_said("More…")
        first, *others = rest_of_way(hands, [first, *others])
        row_click(hands, first)
    else:
        hands.click_said(hands.play.acts[shown.index(first)].said)
    for each in others:
        row_click(hands, each)


def by_keys(hands: Hands, said: str) -> None:
    """Choose something of the bar by keys alone."""
    first, *others = path_to(hands.play.match.options(), said)
    shown = [each.said.rstrip("…") for each in hands.play.acts]
    if first not in shown:
        hands.press(str(shown.index("More") + 1))
        first, *others = rest_of_way(hands, [first, *others])
        row_keys(hands, first)
    else:
        hands.press(str(shown.index(first) + 1))
    for each in others:
        row_keys(hands, each)


def corner(hands: Hands, place: Cell) -> tuple[int, int]:
    return hands.play.view.camera.point(*place)


def agrees(hands: Hands) -> None:
    """What is lit and named is what the engine would hit."""
    play = hands.play
    seen, option = play.seen.area, play.aim.option
    assert seen is not None
    assert option is not None
    who, power = play.match.active, power_of(play.match.battle, option.action)
    assert who is not None
    assert power is not None
    area = area_of(play.match.battle, who, power, seen.place)
    assert set(seen.cells) == set(cells_of(area.mask))
    if not power.picks:
        assert seen.inside == area_hits_of(play.match.battle, who, power, seen.place)
    said = hands.said()
    assert all(any(play.match.battle[id].name in each for each in said) for id in seen.inside)


def last(hands: Hands) -> object:
    return hands.play.match.game.past[-1].action


def gm(hands: Hands, *names: str) -> None:
    """Choose from the GM's lists, which are in the panel's third part."""
    if not hands.play.master.open:
        hands.press("f9")
    hands.click_said("Scene")
    hands.click_said("Everything…")
    for each in names:
        row_keys(hands, each)


def at_turn_of(open_play: Callable[..., Hands], kind: str) -> Hands:
    """The moor, at the turn of a creature of this kind."""
    hands = open_play(path=find_scenario("sorcerers"))
    play = hands.play
    if play.match.battle.phase == "deploy":
        hands.press("space")
    while play.match.active.sheet.id != kind:
        play.do(EndTurn(play.match.active.id))
    hands.wait(3)
    return hands
