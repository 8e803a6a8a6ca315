"""Names of files that people keep: asked for in a dialog; what is there already is replaced only when that is said."""

import re
from collections.abc import Callable
from itertools import count
from pathlib import Path

from game.texts import Text, tr
from game.view.screens.base import Screen, nothing
from game.view.widgets.form import Push, centred, dialog_form


def file_name(said: str) -> str:
    """A name that every file system takes.

    >>> file_name("  Ana: round 3/4  "), file_name("..."), file_name("Ponte velha")
    ('Ana round 3 4', '', 'Ponte velha')
    """
    clean = re.sub(r"[^\w\s().,-]", " ", said)
    return " ".join(clean.split()).strip(". ")[:60]


def named(screen: Screen, said: str) -> str:
    """The file name of what was entered; empty, and told, when it has none."""
    name = file_name(said)
    if not name:
        screen.toast(tr("A name needs letters or digits"))
    return name


def unless_taken(screen: Screen, path: Path, title: str, said: Text, write: Callable[[], None]) -> None:
    """Write a file; where there is one, only when people say so."""
    if path.exists():
        screen.ask(title, tr(said), [(tr("Replace"), write, True), (tr("Cancel"), nothing, False)])
    else:
        write()


def free_path(path: Path) -> Path:
    """A file beside those that are there: ``name 2`` where there is a ``name``."""
    if not path.exists():
        return path
    return next(each for n in count(2) if not (each := path.with_name(f"{path.stem} {n}{path.suffix}")).exists())


def keep_as(
    screen: Screen, title: str, picture: str, words: tuple[str, str], label: str, proposed: str,
    done: Callable[[str], None],
) -> None:
    """A dialog for a name. ``words`` are told above it, with the role of their colour; ``done`` takes what was
    entered."""
    layer, form = dialog_form(screen.look, 30, screen.close_layers)
    form.title(title, picture)
    form.words(*words)
    field = form.entry(label, proposed, done, most=60)
    form.buttons([Push(tr("Keep"), lambda: done(field.said), "save", strong=True),
                  Push(tr("Cancel"), screen.close_layers)])
    layer.first = field
    screen.open(centred(layer, form))
