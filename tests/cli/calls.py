"""The command line, as a person or a script uses it: in a process of its own, or in this one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game import cli
from game.paths import maps
from game.texts import language, set_language

BEGIN = '{"kind": "begin"}\n'


def flanco(*words: str, stdin: str | None = None, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run ``python -m game`` without a display."""
    kept = {name: value for name, value in os.environ.items()
            if name not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "LANGUAGE", "LC_ALL", "LANG")}
    return subprocess.run(
        [sys.executable, "-m", "game", *words], input=stdin, capture_output=True, text=True, encoding="utf-8",
        timeout=120, check=False, env=kept | {"LANG": "C.UTF-8"} | environment, cwd=maps().parent,
    )


def here(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Run it in this process, in English unless told otherwise: exit code, output, complaints."""
    before = language()
    capsys.readouterr()
    try:
        code = cli.main(words if any("--lang" in word for word in words) else ["--lang", "en", *words])
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 1
    finally:
        set_language(before)
    said = capsys.readouterr()
    return code, said.out, said.err


def script(tmp_path: Path, *lines: str) -> str:
    path = tmp_path / "a.jsonl"
    path.write_text("".join(lines), encoding="utf-8")
    return str(path)
