"""Two windows on a real display, where there is a virtual one to be had."""

import os
import shutil
import subprocess
import sys

import pytest

CHILD = """
import pygame
from game.content.scenarios import find_scenario
from game.view.app import App
from game.view.settings import ViewSettings

app = App((1280, 720), ViewSettings(device="laptop", hints=False))
assert pygame.display.get_driver() == "x11"
app.play_scenario(find_scenario("bridge"))

def run(times=15):
    for _ in range(times):
        app.turn(wait=False)
        pygame.time.wait(10)

run()
app.open_players_window()
run()
window = app.players_window
assert window.frames and window.window.get_surface().get_at((640, 400))[:3] != (0, 0, 0)
window.toggle_full_screen()
run(30)
assert window.window.size == (1600, 900), window.window.size
assert app.window.size == (1280, 720)
assert window.look.scale.width == 1600
window.toggle_full_screen()
run(30)
pygame.event.post(pygame.event.Event(pygame.WINDOWCLOSE, window=window.window))
run()
assert app.players_window is None and app.running
print("both windows were there")
"""


@pytest.mark.long
@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="there is no virtual display")
def test_two_windows_on_a_real_display(tmp_path: object) -> None:
    env = {**os.environ, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy", "XDG_DATA_HOME": str(tmp_path),
           "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run(["xvfb-run", "-a", "-s", "-screen 0 1600x900x24", sys.executable, "-c", CHILD], env=env,
                          capture_output=True, text=True, timeout=120, check=False)
    assert "both windows were there" in done.stdout, done.stderr
