"""How kernels are compiled by numba, and where the compiled ones are kept.

numba notices when the file of a kernel changes, but not when a kernel that it calls in another file does. So the
kernels of a module are kept in a folder named by a digest of the module and of all the spatial modules that it is built
on: an update, or an edit, never runs with half of the old code.

The folder is in ``__pycache__`` beside the source, or in the user's cache folder when that cannot be written (a
system-wide install); ``NUMBA_CACHE_DIR`` overrides both. Where nothing can be written, kernels are compiled anew at
each start.
"""

import hashlib
import re
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba

from game.paths import user_cache

_F = TypeVar("_F", bound=Callable[..., Any])
_HERE: Final = Path(__file__).parent
_IMPORT: Final = re.compile(r"\n *(?:from|import) +game\.spatial(?:\.(\w+)| +import +([\w, ]+))")
_CONFIG: Final[Any] = numba.config
_KEPT: Final = 2  # folders of older versions of a module


def kernel(function: _F) -> _F:
    """Compile a function on numbers and arrays at its first call, and keep it on disk."""
    return _compiled(function, {})


def scalar(function: _F) -> _F:
    """A kernel on plain numbers, always inlined into its callers: passing many numbers costs more than using them."""
    return _compiled(function, {"forceinline": True})


def pasted(function: _F) -> _F:
    """A kernel on arrays, copied into the one kernel that calls it: each array passed costs some atomic counting."""
    return _compiled(function, {"inline": "always"})


def _compiled(function: _F, options: dict[str, Any]) -> _F:
    folder = folder_of(Path(function.__code__.co_filename))
    before = _CONFIG.CACHE_DIR
    _CONFIG.CACHE_DIR = str(folder or "")
    try:
        return cast(_F, numba.njit(cache=folder is not None, error_model="numpy", **options)(function))
    finally:
        _CONFIG.CACHE_DIR = before


@cache
def _text(module: str) -> str:
    file = _HERE / f"{module}.py"
    return file.read_text("utf-8") if file.is_file() else ""


@cache
def digest(module: str) -> str:
    """What the kernels of a spatial module depend on, in 16 hex digits."""
    found, waiting = {module}, [module]
    while waiting:
        for name, names in _IMPORT.findall(_text(waiting.pop())):
            for each in {name, *re.findall(r"\w+", names)} - found:
                found.add(each)
                waiting.append(each)
    total = hashlib.blake2b(digest_size=8)
    for each in sorted(found):
        total.update(f"{each}\0{_text(each)}\0".encode())
    return total.hexdigest()


@cache
def folder_of(file: Path) -> Path | None:
    """The folder for the compiled kernels of a file; None when nothing can be written."""
    name = f"{file.stem}-{digest(file.stem)}"
    own = [Path(_CONFIG.CACHE_DIR)] if _CONFIG.CACHE_DIR else []
    for base in (*own, file.parent / "__pycache__" / "kernels", user_cache() / "kernels"):
        with suppress(OSError):
            if not (base / name).is_dir():
                (base / name).mkdir(parents=True, exist_ok=True)
                _prune(base, file.stem)
            tempfile.TemporaryFile(dir=base / name).close()
            return base / name
    return None


def _prune(base: Path, module: str) -> None:
    """Remove the folders of old versions of a module."""
    folders = sorted(base.glob(f"{module}-*"), key=lambda folder: folder.stat().st_mtime)
    for old in folders[:-1 - _KEPT]:
        shutil.rmtree(old, ignore_errors=True)
