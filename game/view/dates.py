"""Dates and times as people say them: today and yesterday by their words, others in the language's own order."""

import time
from typing import Final

from game.texts import N_, text, tr

MONTHS: Final = (N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun"), N_("Jul"), N_("Aug"), N_("Sep"),
                 N_("Oct"), N_("Nov"), N_("Dec"))
DAY: Final = 86400


def said_date(moment: float, now: float) -> str:
    """A moment in local time, both in seconds since 1970.

    >>> import time
    >>> noon = time.mktime((2026, 11, 30, 12, 5, 0, 0, 0, -1))
    >>> said_date(noon, noon + 60), said_date(noon - 86400, noon), said_date(noon - 7 * 86400, noon)
    ('Today, 12:05', 'Yesterday, 12:05', 'Nov 23, 2026, 12:05')
    """
    then, today = time.localtime(moment), time.localtime(now)
    clock = time.strftime("%H:%M", then)
    if then[:3] == today[:3]:
        return tr(text("Today, {time}", time=clock))
    midday = time.mktime((*today[:3], 12, 0, 0, 0, 0, -1))
    if then[:3] == time.localtime(midday - DAY)[:3]:
        return tr(text("Yesterday, {time}", time=clock))
    return tr(text("{month} {day}, {year}, {time}", month=text(MONTHS[then.tm_mon - 1]), day=then.tm_mday,
                   year=then.tm_year, time=clock))
