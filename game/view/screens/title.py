"""The title: go on with the last game, choose a scenario, open a save, speak another language."""

from functools import partial

import pygame

from game.content import saves
from game.content.scenarios import read_scenario
from game.errors import FlancoError
from game.texts import LANGUAGES, language, text, tr
from game.view import fonts, shelf
from game.view.mapview.scene import Scene
from game.view.mapview.tokens import shape_points
from game.view.render import paint, tokens_of
from game.view.screens import menus
from game.view.screens.base import Host, Screen
from game.view.theme import mix
from game.view.widgets.base import Look, Panel, Widget
from game.view.widgets.button import Button
from game.view.widgets.label import Label, height_of
from game.view.widgets.listing import Listing, Row

EMBLEM = (("circle", 0), ("square", 1), ("circle", 0))  # two of one side, one of the other between them
NAMES = {"pt_BR": "Português", "es": "Español", "en": "English"}


class Preview(Widget):
    """A picture of a scenario's map."""

    def __init__(self, rect: pygame.Rect, picture: pygame.Surface | None) -> None:
        super().__init__(rect)
        self.picture = picture

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        own = look.on(self.rect)
        if self.picture is not None:
            canvas.blit(self.picture, self.picture.get_rect(center=own.center))


class TitleScreen(Screen):
    """The first screen."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.titles = shelf.scenario_titles()
        self.marked = next((n for n, each in enumerate(self.titles) if each.fault is None), 0)
        self._scenes: dict[int, Scene | None] = {}
        self._backdrop: tuple[object, pygame.Surface] | None = None
        self.left, self.right = Panel(pygame.Rect(0, 0, 0, 0), ground=""), Panel(pygame.Rect(0, 0, 0, 0))

    def build(self) -> None:
        scale = self.look.scale
        room = scale.safe.inflate(-scale.em(5), -scale.em(4))
        self.left.rect = pygame.Rect(room.left, room.top, round(room.width * 0.36), room.height)
        x = self.left.rect.right + scale.em(2)
        self.right.rect = pygame.Rect(x, room.top, room.right - x, room.height)
        self.stage.panels = [self.left, self.right]
        self.stage.forget()
        self._fill_left()
        self._fill_right()
        self.host.redraw()

    def _fill_left(self) -> None:
        panel, scale = self.left, self.look.scale
        panel.clear()
        room, gap = panel.rect, scale.pad
        top = room.top
        high = fonts.line_height(scale.title)
        panel.add(Label(pygame.Rect(room.left, top, room.width, high), "Flanco", scale.title, weight="bold"))
        top += high
        said = tr("Tactical combat on a grid: where you stand is what you roll.")
        tall = height_of(said, scale.body, room.width)
        panel.add(Label(pygame.Rect(room.left, top, room.width, tall), said, scale.body, "muted", wrap=True))
        top += tall + scale.em(1)
        entries = [
            (tr("Open…"), "folder-open", lambda: menus.load(self), False, ""),
            (tr("Keys"), "keyboard", lambda: menus.keys(self), False, ""),
            (tr("Light or dark"), "sun-moon", self._other_theme, False, ""),
            (tr("Full screen"), "maximize", self.host.toggle_full_screen, False, ""),
            (tr("Quit"), "log-out", self.host.quit, False, ""),
        ]
        if (last := shelf.last_game()) is not None:
            entries.insert(0, (tr("Continue"), "play", self._continue, True, last))
        low = room.bottom - scale.em(2.4)
        tall = min(scale.em(2.6), (low - top) // len(entries) - gap)
        for words, picture, act, strong, tip in entries:
            px = scale.large if strong else scale.body
            used = Button.width_for(words, px, True, "", scale.pad) + fonts.width(tip, px) + scale.pad
            panel.add(Button(pygame.Rect(room.left, top, room.width, tall), words, act, px, picture=picture,
                             strong=strong, tip=tip, detail=tip if used <= room.width else ""))
            top += tall + gap
        self._languages(pygame.Rect(room.left, low, room.width, scale.em(2.4)))

    def _languages(self, room: pygame.Rect) -> None:
        scale, gap = self.look.scale, self.look.scale.pad // 2
        wide = (room.width - gap * (len(LANGUAGES) - 1)) // len(LANGUAGES)
        for n, code in enumerate(LANGUAGES):
            spot = pygame.Rect(room.left + n * (wide + gap), room.top, wide, room.height)
            self.left.add(Button(spot, NAMES[code], partial(self.host.set_language, code), scale.body,
                                 chosen=code == language(), side="centre"))

    def _fill_right(self) -> None:
        panel, scale = self.right, self.look.scale
        panel.clear()
        inner = panel.rect.inflate(-3 * scale.pad, -3 * scale.pad)
        high = fonts.line_height(scale.large)
        panel.add(Label(pygame.Rect(inner.left + scale.pad, inner.top, inner.width - scale.pad, high),
                        tr("Choose a scenario"), scale.large, weight="bold"))
        rows = [
            Row(tr(each.name), tr(each.words), "swords") if each.fault is None else
            Row(each.name, str(each.fault).split("\n")[0], "triangle-alert", role="bad")
            for each in self.titles
        ]
        body = pygame.Rect(inner.left, inner.top + high + scale.pad, inner.width, inner.height - high - scale.pad)
        listing = Listing(body, rows, scale.body, scale.small, choose=self._choose, looked_at=self._look_at, once=True,
                          marked=self.marked if rows else None)
        spare = body.height - listing.height
        if rows and spare > scale.em(8):
            listing.rect.height = listing.height
            spot = pygame.Rect(body.left, listing.rect.bottom + scale.pad, body.width, spare - scale.pad)
            panel.add(Preview(spot, self._picture(spot.size)))
        panel.add(listing)

    def _picture(self, size: tuple[int, int]) -> pygame.Surface | None:
        scene = self._scenes.get(self.marked)
        return None if scene is None else paint(scene, size, self.look.theme.name, ground="panel")

    def _look_at(self, n: int) -> None:
        """Another scenario is marked: its map is drawn when there is time."""
        self.marked = n
        if n in self._scenes:
            self._show_preview()

    def _show_preview(self) -> None:
        for widget in self.right.children:
            if isinstance(widget, Preview):
                widget.picture = self._picture(widget.rect.size)
                widget.changed()
        self.host.redraw()

    def _choose(self, n: int) -> None:
        title = self.titles[n]
        if title.fault is not None:
            menus.cannot_open(self, title.fault)
        else:
            self.host.play_scenario(title.path)

    def _continue(self) -> None:
        self.host.play_save(saves.autosave_path())

    def _other_theme(self) -> None:
        self.host.set_theme("light" if self.look.theme.name == "dark" else "dark")

    # drawing

    def paint(self, canvas: pygame.Surface) -> None:
        canvas.blit(self._ground(canvas), (0, 0))
        super().paint(canvas)
        if (share := self.host.progress()) is not None:
            paint_progress(canvas, self.look, share)

    def _ground(self, canvas: pygame.Surface) -> pygame.Surface:
        """A dim grid, and on it two of one side with one of the other between them."""
        key = (canvas.get_size(), self.look.theme.name)
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
        for col, (shape, team) in enumerate(EMBLEM):
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
        return bool(self.titles) and self.marked not in self._scenes and self.host.progress() is None

    def tick(self) -> None:
        super().tick()
        if self._to_load():
            self._scenes[self.marked] = self._scene(self.marked)
            self._show_preview()

    def _scene(self, n: int) -> Scene | None:
        try:
            battle = read_scenario(self.titles[n].path).battle
        except FlancoError:
            return None
        teams = {team.id: n for n, team in enumerate(battle.teams)}
        zones = tuple((teams[team.id], team.zone) for team in battle.teams if team.zone)
        return Scene(battle.map, battle.structures, tokens_of(battle), zones=zones, plain=True)

    def use(self, event: pygame.event.Event) -> None:
        if event.type != pygame.KEYDOWN:
            return
        listing = next((each for each in self.right.walk() if isinstance(each, Listing)), None)
        if event.key in (pygame.K_DOWN, pygame.K_UP) and listing is not None:
            self.stage.set_focus(listing)
            self.host.redraw()
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and listing is not None and listing.marked is not None:
            self._choose(listing.marked)
        elif event.key == pygame.K_F1 or event.unicode == "?":
            menus.keys(self)


def paint_progress(canvas: pygame.Surface, look: Look, share: float) -> None:
    """What is still being prepared, along the lower edge of the window."""
    scale, theme = look.scale, look.theme
    track = pygame.Rect(0, scale.height - scale.em(0.4), scale.width, scale.em(0.4))
    pygame.draw.rect(canvas, theme["raised"], track)
    done = pygame.Rect(track.topleft, (round(track.width * share), track.height))
    pygame.draw.rect(canvas, theme["accent"], done)
    said = tr(text("Preparing: {percent} %", percent=round(share * 100)))
    ink = fonts.render(said, scale.small, theme["text"])
    spot = ink.get_rect(bottomright=(scale.safe.right - scale.pad, track.top - scale.pad // 4))
    pygame.draw.rect(canvas, theme["panel"], spot.inflate(scale.pad, 0), border_radius=scale.pad // 2)
    canvas.blit(ink, spot)
