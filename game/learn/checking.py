"""The files of this floor, for ``flanco check``."""

from typing import Final

from game.content.checking import Checks
from game.learn.puzzle_files import check_puzzle
from game.learn.reading import check_lesson, lessons_folder

CHECKS: Final[Checks] = ((frozenset({"lesson"}), check_lesson), (frozenset({"puzzle"}), check_puzzle))
FOLDERS: Final = (lessons_folder(),)
