"""What argparse says by itself, in the language in force; and what words of a command line stand for."""

import argparse
from pathlib import Path
from typing import Final

from game.texts import N_, text, tr

# These are argparse's, of Python 3.11 and later; one that it words otherwise is shown as it words it.
SAID: Final = (
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("one of the arguments %s is required"),
    N_("unrecognized arguments: %s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("not allowed with argument %s"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("ignored explicit argument %r"),
    N_("expected one argument"),
    N_("expected at most one argument"),
    N_("expected at least one argument"),
    N_("expected %s argument"),
    N_("expected %s arguments"),
)


def speak() -> None:
    """Let argparse look up what it says in our catalogues, from now on."""
    vars(argparse).update(_=tr, ngettext=lambda one, many, count: tr(one if count == 1 else many))


def whole(written: str) -> int:
    """A whole number.

    :raises argparse.ArgumentTypeError: for anything else.
    """
    try:
        return int(written)
    except ValueError:
        raise argparse.ArgumentTypeError(tr(text("{value} is not a whole number", value=written))) from None


def number(written: str) -> float:
    """A number, with a dot or a comma.

    >>> number("2.5"), number("2,5")
    (2.5, 2.5)

    :raises argparse.ArgumentTypeError: for anything else.
    """
    try:
        return float(written.replace(",", "."))
    except ValueError:
        raise argparse.ArgumentTypeError(tr(text("{value} is not a number", value=written))) from None


def file(written: str) -> Path:
    """A file or a folder; nothing is not the folder that one is in.

    :raises argparse.ArgumentTypeError: when nothing is written.
    """
    if not written.strip():
        raise argparse.ArgumentTypeError(tr("a file needs a name"))
    return Path(written)


def faces(written: str) -> tuple[int, ...]:
    """Faces of dice, in order.

    >>> faces("6, 1,3")
    (6, 1, 3)

    :raises argparse.ArgumentTypeError: for anything else.
    """
    parts = [part.strip() for part in written.split(",") if part.strip()]
    if not all(part.isdecimal() and len(part) < 9 for part in parts):
        raise argparse.ArgumentTypeError(tr(text("{value} is not a list of faces such as 6,1,3", value=written)))
    return tuple(int(part) for part in parts)


def size(written: str) -> tuple[int, int]:
    """Width and height in pixels.

    >>> size("1920x1080")
    (1920, 1080)

    :raises argparse.ArgumentTypeError: for anything else, and for sides below 64 or above 8192.
    """
    width, cross, height = written.lower().partition("x")
    if not (cross and width.isdecimal() and height.isdecimal() and len(width) < 6 and len(height) < 6):
        raise argparse.ArgumentTypeError(tr(text("{value} is not a size such as 1920x1080", value=written)))
    found = int(width), int(height)
    if not all(64 <= side <= 8192 for side in found):
        raise argparse.ArgumentTypeError(tr(text("a side is from {least} to {most} pixels", least=64, most=8192)))
    return found
