"""The window: the only part that imports pygame. It turns input into actions and draws; it decides no rule."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
