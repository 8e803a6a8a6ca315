"""How colours look to people who do not see all of them, and how far apart they are then."""

import numpy as np
from numpy.typing import NDArray

from game.view.theme import Colour

VISIONS = ("all", "protan", "deutan", "tritan")
MACHADO = {  # Machado, Oliveira and Fernandes (2009), severity 1, for linear RGB
    "all": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
_TO_XYZ = np.array(((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750),
                    (0.0193339, 0.1191920, 0.9503041))) / np.array(((0.95047,), (1.0,), (1.08883,)))


def linear(colour: Colour) -> NDArray[np.float64]:
    """(3,) linear RGB, 0 to 1."""
    c = np.asarray(colour, np.float64) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def seen(colour: Colour, vision: str) -> NDArray[np.float64]:
    """(3,) CIE Lab of a colour as it looks with this vision."""
    shown = np.clip(np.array(MACHADO[vision]) @ linear(colour), 0, 1)
    xyz = _TO_XYZ @ shown
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array((116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])))


def apart(a: Colour, b: Colour) -> float:
    """The least distance (CIE 1976) of two colours over all visions; about 2 can just be told apart side by side."""
    return min(float(np.linalg.norm(seen(a, vision) - seen(b, vision))) for vision in VISIONS)
