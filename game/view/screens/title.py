"""The title: go on with a saved game, choose a scenario, and the way to every other screen."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import pygame

from game.content.parties import Party, parties
from game.content.saves import battle_in
from game.content.scenarios import read_scenario
from game.errors import FlancoError
from game.texts import LANGUAGES, N_, language, text, tr
from game.view import fonts, shelf
from game.view.mapview.scene import Scene
from game.view.mapview.tokens import shape_points
from game.view.render import paint, scene_of
from game.view.screens import lab, menus, party, tables
from game.view.screens.base import Host, Screen
from game.view.screens.learn import LearnScreen
from game.view.screens.settings import ARROWS, SettingsScreen
from game.view.settings import LANGUAGE_NAMES
from game.view.theme import mix
from game.view.widgets.base import Look, Panel, Widget
from game.view.widgets.button import Button
from game.view.widgets.label import Label, height_of
from game.view.widgets.listing import Listing, Row
from game.view.widgets.preview import Preview

EMBLEM = (("circle", 0), ("square", 1), ("circle", 0))  # two of one side, one of the other between them
SCREENS: Final[tuple[tuple[str, str, Callable[[Screen], None]], ...]] = (  # name, icon, what opens it over the title
    (N_("Learn"), "graduation-cap", LearnScreen.over),
    (N_("Area lab"), "cone", lab.over),
    (N_("Settings"), "settings", SettingsScreen.over),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A button of the title: its words, its icon, what it does; ``page`` is the list that it shows beside."""

    said: str
    picture: str
    act: Callable[[], None]
    page: str = ""


class TitleScreen(Screen):
    """The first screen. ``page`` is the list at the right, ``continue`` or ``play``; where there is room for one thing
    only, it is empty while the entries are shown."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.titles = shelf.scenario_titles()
        self.saved = shelf.saved_games()
        self.party: Party | None = None  # the one that plays the scenario to be chosen
        self.first = 0  # the row of the first scenario: a party that was kept is offered before
        self._marked: int | None = None  # a row, the first that is usual when None
        self.page = "" if self.look.scale.narrow else "continue" if self.saved else "play"
        self._scenes: dict[tuple[str, int], Scene | None] = {}
        self.beside: pygame.Rect | None = None  # room for what the marked row is about
        self.about: list[Widget] = []
        self._backdrop: tuple[object, pygame.Surface] | None = None
        self.left, self.right = Panel(pygame.Rect(0, 0, 0, 0), ground=""), Panel(pygame.Rect(0, 0, 0, 0))

    def build(self) -> None:
        scale = self.look.scale
        self.saved = shelf.saved_games()  # in the language in force
        if (first := int(bool(parties()))) != self.first:
            self.first, self._marked = first, None
            self._scenes.clear()
        if not scale.narrow and not self.page:
            self.page = "continue" if self.saved else "play"
        across = 2 if scale.narrow else 5
        room = scale.safe.inflate(-scale.em(across), -scale.em(4 if scale.lines > 26 else 2))
        self.left.rect, self.right.rect = pygame.Rect(room), pygame.Rect(room)
        self.left.visible = not (scale.narrow and self.page)
        self.right.visible = bool(self.page)
        if not scale.narrow:
            self.left.rect.width = max(round(room.width * 0.36), scale.em(18))
            x = self.left.rect.right + scale.em(2)
            self.right.rect = pygame.Rect(x, room.top, room.right - x, room.height)
        self.stage.panels = [self.left, self.right]
        self.stage.forget()
        self._fill_left()
        self._fill_right()
        self.host.redraw()

    def entries(self) -> list[Entry]:
        """What the title leads to."""
        found = []
        if self.saved:
            found.append(Entry(tr("Continue"), "history", partial(self.turn_to, "continue"), "continue"))
        found.append(Entry(tr("Play"), "swords", partial(self.turn_to, "play"), "play"))
        found += [Entry(tr(name), picture, partial(opens, self)) for name, picture, opens in SCREENS]
        return [*found, Entry(tr("Quit"), "log-out", self.host.quit)]

    def turn_to(self, page: str) -> None:
        """Show a list, or the entries."""
        self.page = page
        self._marked = None
        self.build()
        if (listing := self._listing()) is not None:
            self.stage.set_focus(listing)

    def _fill_left(self) -> None:
        panel, scale = self.left, self.look.scale
        panel.clear()
        if not panel.visible:
            return
        room, gap, roomy = panel.rect, scale.pad, scale.lines > 26
        top, px = room.top, scale.title if roomy else scale.em(2)
        high = fonts.line_height(px)
        panel.add(Label(pygame.Rect(room.left, top, fonts.width("Flanco", px, "bold"), high), "Flanco", px,
                        weight="bold"))
        self._small(pygame.Rect(room.left, top, room.width, high))
        top += high
        if roomy:
            said = tr("Tactical combat on a grid: where you stand is what you roll.")
            tall = height_of(said, scale.body, room.width)
            panel.add(Label(pygame.Rect(room.left, top, room.width, tall), said, scale.body, "muted", wrap=True))
            top += tall + gap
        entries = self.entries()
        low = self._languages(pygame.Rect(room.left, room.bottom - scale.em(2.3), room.width, scale.em(2.3)))
        each = (low - gap - top) // len(entries) - gap
        px = scale.large if each >= fonts.line_height(scale.large) else scale.body
        across = 1 if each >= fonts.line_height(px) else 2
        down = -(-len(entries) // across)
        tall = min(scale.em(2.8), (low - gap - top) // down - gap)
        wide = (room.width - (across - 1) * gap) // across
        for n, entry in enumerate(entries):
            chosen = bool(entry.page) and entry.page == self.page
            strong = not n and not self.page
            spot = pygame.Rect(room.left + n // down * (wide + gap), top + n % down * (tall + gap), wide, tall)
            panel.add(Button(spot, entry.said, entry.act, px, picture=entry.picture, chosen=chosen, strong=strong))

    def _small(self, line: pygame.Rect) -> None:
        """Two small buttons at the right of a line: keys, full screen."""
        scale, x = self.look.scale, line.right
        side = min(line.height, scale.em(2.4))
        for picture, tip, act in (("maximize", tr("Full screen (F11)"), self.host.toggle_full_screen),
                                  ("keyboard", tr("Keys (F1)"), lambda: menus.keys(self))):
            x -= side
            self.left.add(Button(pygame.Rect(x, line.centery - side // 2, side, side), "", act, scale.body,
                                 picture=picture, tip=tip, side="centre"))
            x -= scale.pad // 2

    def _languages(self, line: pygame.Rect) -> int:
        """Languages along the lower edge where there is room (the settings have them too); gives the upper edge."""
        scale, gap = self.look.scale, self.look.scale.pad // 2
        widths = [Button.width_for(LANGUAGE_NAMES[code], scale.body, False, "", gap) for code in LANGUAGES]
        spare = line.width - sum(widths) - gap * (len(widths) - 1)
        if spare < 0:
            return line.bottom
        left = line.left
        for code, wide in zip(LANGUAGES, widths, strict=True):
            wide += min(spare // len(widths), scale.em(2))
            self.left.add(Button(pygame.Rect(left, line.top, wide, line.height), LANGUAGE_NAMES[code],
                                 partial(self.host.change, "language", code), scale.body, chosen=code == language(),
                                 side="centre"))
            left += wide + gap
        return line.top

    def _fill_right(self) -> None:
        panel, scale = self.right, self.look.scale
        panel.clear()
        if not panel.visible:
            return
        inner = panel.rect.inflate(-3 * scale.pad, -3 * scale.pad)
        high, left = fonts.line_height(scale.large), inner.left + scale.pad
        if scale.narrow:
            high = scale.em(2.2)
            panel.add(Button(pygame.Rect(inner.left, inner.top, high, high), "", partial(self.turn_to, ""), scale.body,
                             picture="arrow-left", tip=tr("Back"), side="centre"))
            left = inner.left + high + scale.pad
        said = tr("Continue") if self.page == "continue" else tr("Choose a scenario")
        if self.page == "play" and self.party is not None:
            said = tr(text("Choose a scenario for {party}", party=self.party.name))
        spot = pygame.Rect(left, inner.top, inner.right - left, high)
        px = scale.large if fonts.width(said, scale.large, "bold") <= spot.width else scale.body
        panel.add(Label(spot, said, px, weight="bold", shorten=True))
        body = pygame.Rect(inner.left, inner.top + high + scale.pad, inner.width, inner.height - high - scale.pad)
        saves = self.page == "continue"
        rows = self._saves() if saves else self._scenarios()
        place, self.beside = self._split(body)
        if self.beside is not None and not saves:  # the rest is told there
            rows = [replace(each, detail="") for each in rows]
        listing = Listing(place, rows, scale.body, scale.small, choose=self._open if saves else self._choose, once=True,
                          looked_at=self._look_at, marked=min(self.marked, len(rows) - 1) if rows else None)
        listing.follow = True
        panel.add(listing)
        self._show_about()

    def _split(self, body: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect | None]:
        """The room of the list, and the room beside it or under it for what the marked row is about."""
        scale = self.look.scale
        if scale.narrow:
            return body, None
        if body.width > scale.em(36):
            wide = round(body.width * 0.4)
            return (pygame.Rect(body.left, body.top, wide, body.height),
                    pygame.Rect(body.left + wide + 2 * scale.pad, body.top, body.width - wide - 2 * scale.pad,
                                body.height))
        high = round(body.height * 0.5)
        return (pygame.Rect(body.left, body.top, body.width, high),
                pygame.Rect(body.left + scale.pad, body.top + high + scale.pad, body.width - 2 * scale.pad,
                            body.height - high - scale.pad))

    def _show_about(self) -> None:
        """The words and the map of the marked row."""
        for widget in self.about:
            if widget in self.right.children:
                self.right.children.remove(widget)
        self.about = []
        rows = self._saves() if self.page == "continue" else self._scenarios()
        if self.beside is None or not rows:
            return
        scale, room = self.look.scale, self.beside
        words = "" if self.page == "continue" else rows[min(self.marked, len(rows) - 1)].detail
        px, most = scale.body, max(3, room.height // 3 // fonts.line_height(scale.body))
        shown = fonts.within(words, px, room.width, most)
        tall = height_of(shown, px, room.width) if shown else 0
        spot = pygame.Rect(room.left, room.top, room.width, room.height - tall - scale.pad)
        picture = self._picture(spot.size)
        if picture is not None:
            spot.height = min(spot.height, picture.get_height())
        self.about.append(self.right.add(Preview(spot, picture)))
        below = pygame.Rect(room.left, spot.bottom + scale.pad, room.width, tall)
        if shown:
            self.about.append(self.right.add(Label(below, shown, px, "muted", wrap=True,
                                                   tip=words if shown != words else "")))
        self.host.redraw()

    @property
    def marked(self) -> int:
        """The row that is marked."""
        usual = self.first if self.page == "play" else 0
        return usual if self._marked is None else self._marked

    def _title(self, n: int) -> shelf.Title | None:
        """The scenario of a row, None when it is about something else."""
        return self.titles[n - self.first] if 0 <= n - self.first < len(self.titles) else None

    def _scenarios(self) -> list[Row]:
        others = tr("With another party…") if self.party is not None else tr("With a party…")
        company = [Row(others, tr("The players' side of an earlier fight goes into a scenario"), "backpack")]
        return [
            *company[:self.first],
            *(Row(tr(each.name), tr(each.words), "swords") if each.fault is None else
              Row(each.name, str(each.fault).split("\n")[0], "triangle-alert", role="bad") for each in self.titles),
            *company[self.first:],
            Row(tr("Free table…"), tr("A map without a scenario: draw, and add who fights"), "paintbrush"),
        ]

    def _with_party(self, chosen: Party) -> None:
        self.party, self._marked = chosen, None
        self.build()
        self.stage.set_focus(self._listing())

    def _saves(self) -> list[Row]:
        """The saves, newest first; the game in progress by what it is about."""
        return [Row(each.title, each.detail, "save" if each.name else "play") for each in self.saved]

    def _listing(self) -> Listing | None:
        return next((each for each in self.right.walk() if isinstance(each, Listing)), None)

    def _picture(self, size: tuple[int, int]) -> pygame.Surface | None:
        """The map of the marked scenario, as large as it can be and no larger."""
        scene = self._scenes.get((self.page, self.marked))
        if scene is None:
            return None
        px = min(size[0] // scene.grid.cols, size[1] // scene.grid.rows)
        return paint(scene, (scene.grid.cols * px, scene.grid.rows * px), self.look.theme.name, ground="panel")

    def _look_at(self, n: int) -> None:
        """Another row is marked; a map that was not read yet is drawn when there is time."""
        self._marked = n
        self._show_about()

    def _choose(self, n: int) -> None:
        found = self._title(n)
        if found is None:
            if n > len(self.titles):
                tables.free_table(self)
            else:
                party.choose(self, self._with_party)
        elif found.fault is not None:
            menus.cannot_open(self, found.fault)
        else:
            self.host.play_scenario(found.path, self.party)

    def _open(self, n: int) -> None:
        self.host.play_save(self.saved[n].path)

    # drawing

    def paint(self, canvas: pygame.Surface) -> None:
        canvas.blit(self._ground(canvas), (0, 0))
        super().paint(canvas)
        if (share := self.host.progress()) is not None:
            paint_progress(canvas, self.look, share)

    def _ground(self, canvas: pygame.Surface) -> pygame.Surface:
        """A dim grid, and on it two of one side with one of the other between them."""
        key = (canvas.get_size(), self.look)
        if self._backdrop is not None and self._backdrop[0] == key:
            return self._backdrop[1]
        theme, (wide, high) = self.look.theme, canvas.get_size()
        picture = pygame.Surface((wide, high))
        picture.fill(theme["backdrop"])
        side = high // 6
        for n in range(wide // side + 1):
            pygame.draw.line(picture, mix(theme["backdrop"], theme["line"], 0.3), (n * side, 0), (n * side, high))
        for n in range(high // side + 1):
            pygame.draw.line(picture, mix(theme["backdrop"], theme["line"], 0.3), (0, n * side), (wide, n * side))
        for col, (shape, team) in enumerate(EMBLEM if self.look.scale.lines > 40 else ()):
            centre = (col * side + side // 2, 4 * side + side // 2)
            colour = mix(theme["backdrop"], theme.team(team), 0.2)
            pygame.draw.polygon(picture, colour, shape_points(shape, centre, side * 0.36))
            pygame.draw.polygon(picture, theme["backdrop"], shape_points(shape, centre, side * 0.29))
        self._backdrop = (key, picture)
        return picture

    # the loop

    def due(self) -> float | None:
        return 0.0 if self._to_load() else super().due()

    def _to_load(self) -> bool:
        return bool(self.about) and (self.page, self.marked) not in self._scenes and self.host.progress() is None

    def tick(self) -> None:
        super().tick()
        if self._to_load():
            self._scenes[self.page, self.marked] = self._scene(self.marked)
            self._show_about()

    def _scene(self, n: int) -> Scene | None:
        """The map of a row: of a scenario, or of a game as it was saved."""
        try:
            if self.page == "continue":
                return replace(scene_of(battle_in(self.saved[n].path)), plain=True)
            if (found := self._title(n)) is not None:
                return replace(scene_of(read_scenario(found.path).battle), plain=True)
        except FlancoError:  # the row, or opening it, says why
            pass
        return None

    def use(self, event: pygame.event.Event) -> None:
        if event.type != pygame.KEYDOWN:
            return
        listing = self._listing()
        if event.key == pygame.K_F1 or event.unicode == "?":
            menus.keys(self)
        elif event.key == pygame.K_ESCAPE and self.look.scale.narrow and self.page:
            self.turn_to("")
        elif event.key in ARROWS:
            if self.stage.focus is None and listing is not None:
                self.stage.set_focus(listing)
            else:
                self.stage.focus_towards(*ARROWS[event.key])
            self.host.redraw()
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and listing is not None:
            listing.key(event)


def paint_progress(canvas: pygame.Surface, look: Look, share: float) -> None:
    """What is still being prepared, along the lower edge of the window."""
    scale, theme, safe = look.scale, look.theme, look.scale.safe
    track = pygame.Rect(safe.left, safe.bottom - scale.em(0.4), safe.width, scale.em(0.4))
    pygame.draw.rect(canvas, theme["raised"], track)
    pygame.draw.rect(canvas, theme["accent"], pygame.Rect(track.topleft, (round(track.width * share), track.height)))
    said = tr(text("Preparing: {percent} %", percent=round(share * 100)))
    ink = fonts.render(said, scale.small, theme["text"])
    spot = ink.get_rect(bottomright=(safe.right - scale.pad, track.top - scale.pad // 4))
    pygame.draw.rect(canvas, theme["panel"], spot.inflate(scale.pad, 0), border_radius=scale.pad // 2)
    canvas.blit(ink, spot)
