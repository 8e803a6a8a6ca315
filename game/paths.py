"""Where the files are: the data that ships with the program, and the user's own folder."""

from functools import cache
from pathlib import Path

import platformdirs


@cache
def data_root() -> Path:
    """The folder that holds ``assets/`` and ``maps/``: inside an installed wheel, or the checkout itself."""
    package = Path(__file__).resolve().parent
    shipped = package / "_data"
    return shipped if shipped.is_dir() else package.parent


def assets() -> Path:
    """The folder of rules data, texts, icons and fonts."""
    return data_root() / "assets"


def maps() -> Path:
    """The folder of starter maps and scenarios."""
    return data_root() / "maps"


def user_data() -> Path:
    """The user's own folder (saves); it may not exist yet."""
    return Path(platformdirs.user_data_dir("flanco", appauthor=False))


def user_maps() -> Path:
    """The user's own maps; the folder may not exist yet."""
    return user_data() / "maps"


def user_cache() -> Path:
    """The user's own folder of what can be made again (compiled kernels); it may not exist yet."""
    return Path(platformdirs.user_cache_dir("flanco", appauthor=False))


def user_settings() -> Path:
    """The user's settings file; it may not exist yet."""
    return Path(platformdirs.user_config_dir("flanco", appauthor=False)) / "settings.toml"
