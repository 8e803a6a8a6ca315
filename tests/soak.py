"""Thousands of turns through the real window: ``python -m tests.soak [--turns 10000] [--minutes 60] [--seed 1]``.

Two sides of tough fighters play by injected clicks and keys, in turn with the mouse and the keyboard, with undo, redo,
zoom, moves of the map, log, sheets, questions and saves in between. Every 500 turns the game is left for the title and
opened again. At the end: turns, steps of history, time, and memory, as a straight line through what was measured within
the games (it grows by their history) and between them (where no history is left, so that only caches can grow, which
are bounded: what they hold is told too). Memory is what is in use: what was freed is given back before it is measured;
the peak is told apart.
"""

import argparse
import ctypes
import functools
import gc
import os
import random
import resource
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"

import numpy as np

from game.content import saves
from game.content.saves import autosave_path
from game.spatial.grid import cell_name
from game.texts import set_language
from game.view.app import App
from game.view.match import Match
from game.view.screens.play import PlayScreen
from game.view.settings import ViewSettings
from tests.view.conftest import SKIRMISH, Clock, Hands
from tests.view.test_playing import good_place, good_target

SAMPLE = 50  # turns between two measurements
EXTRAS = 40  # of a hundred acts, those after which something else is tried


def tough() -> str:
    """The yard with four a side, of 1000 PV each: nobody wins for thousands of turns."""
    head = SKIRMISH[:SKIRMISH.index("[[creature]]")]
    places = {"town": ("E4", "B7", "D6", "H2"), "wild": ("F4", "L6", "J2", "H6")}
    return head + "".join(
        f'[[creature]]\nid = "{team}{n}"\nname = "{team.title()} {n + 1}"\nteam = "{team}"\nat = "{at}"\n'
        f'kind = "{("guard", "archer")[n % 2]}"\nsheet = {{ pv = 1000 }}\n'
        for team, cells in places.items() for n, at in enumerate(cells))


def caches() -> dict[str, tuple[int, int | None]]:
    """Every cache of a function of the program: how many entries it has, and how many it can have."""
    found = [each for each in gc.get_objects()
             if isinstance(each, functools._lru_cache_wrapper) and each.__module__.startswith("game.")]
    return {f"{each.__module__}.{each.__name__}": (each.cache_info().currsize, each.cache_info().maxsize)
            for each in found}


@dataclass
class Memory:
    """Memory in use, in KiB, at moments of the games and after each of them."""

    within: list[list[tuple[int, int, float]]] = field(default_factory=list)  # by game: turns and steps in it, memory
    between: list[tuple[int, float]] = field(default_factory=list)  # turns in all, memory
    cached: list[dict[str, tuple[int, int | None]]] = field(default_factory=list)  # after each game: entries, bound

    @staticmethod
    def now() -> float:
        gc.collect()
        if sys.platform == "linux":
            ctypes.CDLL(None).malloc_trim(0)
        with open("/proc/self/statm", encoding="ascii") as stream:
            return int(stream.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024


class Player:
    """Plays what is on the screen."""

    def __init__(self, hands: Hands, seed: int) -> None:
        self.hands = hands
        self.chance = random.Random(seed)
        self.by_mouse = False

    def turn(self) -> None:
        """One whole turn of whoever is active."""
        match = self.hands.play.match

        def whose() -> tuple[int, str]:
            return match.battle.round, match.active.id if match.active is not None else ""

        now = whose()
        while whose() == now and match.battle.phase == "fight":
            self.by_mouse = not self.by_mouse
            self.act(match)
            if self.chance.randrange(100) < EXTRAS:
                self.something_else()
        self.hands.wait(0.5)

    def act(self, match: Match) -> None:
        """An attack, else a walk, else the end of the turn."""
        hands, before = self.hands, match.game
        target, place = good_target(match), good_place(match)
        goal = target.cell if target is not None else place
        if goal is None:
            self.end(match)
        elif self.by_mouse:
            hands.press("home")
            hands.click_cell(goal)
        else:
            hands.press("g")
            hands.type(cell_name(goal))
            hands.press("return", "return")
        if match.game is before:  # the sheet lay over it, or a menu was asked for
            hands.press("escape")
            self.end(match)

    def end(self, match: Match) -> None:
        before = match.game
        for _ in range(3):
            if match.game is before:
                self.hands.press("space")
        assert match.game is not before, self.hands.said()

    def something_else(self) -> None:
        """What people do between their acts."""
        hands, chance = self.hands, self.chance
        spot = (chance.randrange(200, 1000), chance.randrange(150, 500))
        match chance.randrange(9):
            case 0:
                hands.press("ctrl+z", "ctrl+y")
            case 1:
                hands.point(spot)
                hands.wheel(chance.choice((-2, -1, 1, 2)))
            case 2:
                hands.drag(spot, (spot[0] + 60, spot[1] + 40), 2)
            case 3:
                hands.press("y", "escape")
            case 4:
                hands.press("i", "escape")
            case 5:
                hands.point(spot)
                hands.wait(1)
            case 6:
                hands.press("f9", "f9")
            case 7:
                hands.press("f1", "escape")
            case 8:
                hands.press("n", "escape")
        if hands.play.stage.layers:
            hands.press("escape")


def soak(turns: int, minutes: float, seed: int, game_turns: int = 500) -> None:
    """Play, and tell what was measured."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        saves.user_data = lambda: folder / "data"
        os.environ["XDG_CONFIG_HOME"] = str(folder / "config")
        set_language("en")
        path = folder / "yard.toml"
        path.write_text(tough(), encoding="utf-8")
        clock = Clock()
        app = App((1280, 720), ViewSettings(device="laptop"), clock)
        hands, memory = Hands(app, clock), Memory()
        player, done, steps, start = Player(hands, seed), 0, 0, time.monotonic()
        cpu = time.process_time()
        while done < turns and time.monotonic() - start < minutes * 60:
            app.play_scenario(path)
            hands.wait(2)
            memory.within.append([])
            for n in range(min(game_turns, turns - done)):
                assert isinstance(app.screen, PlayScreen), hands.said()
                if n % SAMPLE == 0:
                    memory.within[-1].append((n, app.screen.match.game.done, Memory.now()))
                    print(f"{done} turns, {time.monotonic() - start:.0f} s, {memory.within[-1][-1][2] / 1024:.1f} MiB",
                          file=sys.stderr)
                player.turn()
                done += 1
                if app.screen.match.battle.phase == "over" or time.monotonic() - start > minutes * 60:
                    break
            steps += reopen(app, hands)
            memory.between.append((done, Memory.now()))
            memory.cached.append(caches())
            print(f"{done} turns, game left: {memory.between[-1][1] / 1024:.1f} MiB", file=sys.stderr)
        tell(done, steps, time.monotonic() - start, time.process_time() - cpu, memory)


def reopen(app: App, hands: Hands) -> int:
    """Leave for the title, open the game again, see that nothing is lost, leave it; gives its steps."""
    game = hands.play.match.game
    app.show_title()
    hands.run()
    app.play_save(autosave_path())
    hands.run()
    assert hands.play.match.game == game, "the save is not the game"
    app.show_title()
    hands.run()
    return len(game.steps)


def slope(points: list[tuple[int, float]]) -> float:
    """Of the straight line through (x, y)."""
    if len({x for x, _ in points}) < 2:
        return 0.0
    return float(np.polyfit([x for x, _ in points], [y for _, y in points], 1)[0])


def tell(turns: int, steps: int, seconds: float, cpu: float, memory: Memory) -> None:
    """What was measured."""
    settled = [[(n, kib) for n, _, kib in game] for game in memory.within[1:] if len(game) > 2]
    rate = float(np.median([slope(each) for each in settled])) if settled else float("nan")
    later = memory.between[1:]
    print(f"{turns} turns, {steps} steps of history in {len(memory.within)} games, {seconds:.0f} s, {cpu:.0f} s of CPU")
    print(f"within a game memory grows by {rate:.1f} KiB a turn (median of {len(settled)} games)")
    if later:
        print(f"between games: {memory.between[0][1] / 1024:.1f} MiB after the first, {later[-1][1] / 1024:.1f} MiB "
              f"after the last, {slope(later):.2f} KiB a turn from the second on, "
              f"{slope(later[len(later) // 2:]):.2f} over the last half")
    early = memory.cached[min(1, len(memory.cached) - 1)]
    grown = [(name, early.get(name, (0, None))[0], now, bound) for name, (now, bound) in memory.cached[-1].items()
             if now > early.get(name, (0, None))[0]]
    print("caches that grew after the second game: " + (", ".join(
        f"{name} {then} to {now} (at most {bound})" for name, then, now, bound in sorted(grown)) or "none"))
    print(f"the most ever used: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.1f} MiB")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words.add_argument("--turns", type=int, default=10_000)
    words.add_argument("--minutes", type=float, default=60.0)
    words.add_argument("--seed", type=int, default=1)
    chosen = words.parse_args()
    soak(chosen.turns, chosen.minutes, chosen.seed)


if __name__ == "__main__":
    main()
