"""A real server and a real Chromium, and a player who uses the page like a person."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page, WebSocket, expect, sync_playwright

from tests.browser.serve import OTHER_HOST
from tests.cli.test_new import entry_points
from tests.games.test_plugins import install
from tests.wire import with_changes
from wardround.cli.new import new_package

UNUSED = (
    "WebUIOmniboxPopup",  # these three start two processes for every window
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
"""What a browser under test does without: of two such lists Chromium takes the last, this one."""

FLAGS = [
    "--disable-features=" + ",".join(UNUSED),
    f"--host-resolver-rules=MAP {OTHER_HOST} 127.0.0.1",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
WIDE = (1280, 900)
NARROW = (390, 844)
PATIENCE = 30_000
"""Milliseconds that anything on a page may take where the machine has much else to do."""
PEOPLE = ("Ada", "Bo", "Cleo", "Dan")
MOST_CHOICES = 1500
"""A whole game of Dice Hospital takes far fewer choices of one seat."""

expect.set_options(timeout=PATIENCE)


def chromium() -> str:
    """The browser to drive.

    Raises:
        FileNotFoundError: There is none.
    """
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    raise FileNotFoundError("No Chromium on PATH; on Debian: apt-get install chromium fonts-dejavu")


def on_host(address: str, host: str) -> str:
    """The same address with another host name; unchanged without one."""
    parts = urlsplit(address)
    return parts._replace(netloc=f"{host}:{parts.port}").geturl() if host else address


@contextmanager
def running_server(folder: Path) -> Iterator[str]:
    """The address of a server with a database of its own in the folder."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.browser.serve", str(folder / "tables.sqlite3")],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            first = process.stdout.readline()
            address = re.search(r"http://\S+", first)
            assert address, f"the server said {first!r}"
            yield address[0]
        finally:
            process.terminate()


@contextmanager
def packages(folder: Path, *names: str) -> Iterator[None]:
    """Packages from ``wardround new``, installed for the servers that are started meanwhile."""
    places = [str(folder)]
    for name in names:
        made = new_package(name, folder)
        places.append(str(made / "src"))
        install(folder, name, entry_points(made))
    before = os.environ.get("PYTHONPATH", "")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [*places, before]))
    try:
        yield
    finally:
        os.environ["PYTHONPATH"] = before


@contextmanager
def running_browser() -> Iterator[Browser]:
    """A started Chromium without windows."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def press_unseen(button: Locator) -> None:
    """Press a button as a screen reader does, wherever it is."""
    button.evaluate("button => button.click()")


def number(text: str) -> int:
    """A number as the page writes it."""
    return int(text.replace("−", "-").strip())


SHOWN = "document.querySelector('main[data-version]')?.dataset.version ?? -1"
"""The version of the position that the page shows, now; -1 where it shows none."""


class Player:
    """Somebody in front of a page.

    Args:
        page: The page.
        address: The server's address.
        seed: Of the player's whims.
    """

    def __init__(self, page: Page, address: str, seed: int = 1) -> None:
        self.page = page
        self.address = address
        self.whim = Random(seed)
        self.errors: list[str] = []
        self.received: list[str] = []
        self._read = 0
        self._states: list[dict[str, Any]] = []
        self.sent: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console",
            lambda message: self.errors.append(message.text) if message.type == "error" else None,
        )
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.received.append(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    # --- going somewhere ------------------------------------------------------------------------

    def visit(self, fragment: str = "#/") -> None:
        """Open a page of the client."""
        self.page.goto(self.address + fragment)

    def card_of(self, game: str) -> Locator:
        """The card of a game in the lobby."""
        return self.page.locator("article", has=self.page.get_by_role("heading", name=game))

    def play_now(self, game: str = "Dice Hospital") -> None:
        """Start a game against two bots with one click."""
        self.visit()
        self.card_of(game).get_by_role("button", name="Play now").click()
        self.await_turn()

    def learn(self, game: str) -> None:
        """Start the guided first game with one click."""
        self.visit()
        self.card_of(game).get_by_role("button", name="Learn by playing").click()
        self.await_turn()

    def set_up(
        self,
        seats: list[str],
        everything: bool = False,
        bot: str = "greedy",
        game: str = "Dice Hospital",
    ) -> None:
        """Start a table with seats of the kinds given, by the form; with every switch on or not."""
        self.open_form(seats, game)
        for choice_of_bot in self.page.get_by_label(re.compile("^Bot on seat")).all():
            choice_of_bot.select_option(bot)
        if everything:
            for switch in self.page.locator("form input[type=checkbox]:enabled").all():
                switch.check()
        self.page.get_by_role("button", name="Start").click()

    def begin(
        self,
        game: str,
        seats: int,
        options: dict[str, str] | None = None,
        kinds: tuple[str, ...] = ("me",),
        clock: dict[str, int] | None = None,
    ) -> dict[str, Any]:
        """Start a table with options or a clock of one's own: people on the first seats, then bots.

        Returns:
            What the server said of the new table.
        """
        self.visit()
        people = [{"kind": kind, "name": name} for kind, name in zip(kinds, PEOPLE, strict=False)]
        made: dict[str, Any] = self.page.evaluate(
            """async body => {
                const answer = await fetch('api/tables', {
                    method: 'POST',
                    headers: {'content-type': 'application/json'},
                    body: JSON.stringify(body),
                });
                return answer.json();
            }""",
            {
                "game": game,
                "options": options or {},
                "clock": clock,
                "seats": people + [{"kind": "bot", "bot": "random"}] * (seats - len(people)),
            },
        )
        self.visit(f"#/t/{made['table']}/{made['token']}")
        return made

    def open_form(self, seats: list[str], game: str = "Dice Hospital") -> None:
        """Open the form and fill in the seats."""
        self.visit()
        self.card_of(game).get_by_role("link", name="Set up a table").click()
        rows = self.page.locator("form li")
        rows.first.wait_for()
        while rows.count() > len(seats):
            rows.last.get_by_role("button").click()
        while rows.count() < len(seats):
            self.page.get_by_role("button", name="Add a seat").click()
        folded = self.page.locator("form details:not([open]) > summary", has_text="House rules")
        if folded.count():
            folded.click()
        for place, kind in enumerate(seats):
            self.page.get_by_label(f"Who sits on seat {place + 1}?").select_option(kind)

    # --- seeing ---------------------------------------------------------------------------------

    @property
    def pieces(self) -> Locator:
        """The pieces that may be chosen."""
        return self.page.locator("[data-legal]")

    @property
    def choices(self) -> Locator:
        """The buttons of the list of choices."""
        return self.page.locator("section.choices .choice")

    @property
    def over(self) -> bool:
        """Whether the result is shown."""
        return self.page.locator("#result-title").count() > 0

    @property
    def version(self) -> int:
        """The version of the position shown."""
        return int(self.page.locator("main[data-version]").get_attribute("data-version") or -1)

    def await_turn(self) -> int:
        """Wait until something is asked and the page takes an answer, or the end; the version."""
        self.page.wait_for_selector("section.choices .choice, #result-title")
        self.page.wait_for_selector("main[data-version]:not([data-busy])")
        return self.version

    def await_change(self, version: int) -> None:
        """Wait until a later version is shown."""
        self.page.wait_for_function(
            """version => {
                if (document.querySelector('#result-title, [data-handover]')) return true;
                const shown = document.querySelector('main[data-version]:not([data-busy])');
                return shown && Number(shown.dataset.version) > version;
            }""",
            arg=version,
        )

    @property
    def acts(self) -> list[str]:
        """The actions that the page has sent, a repeated message once."""
        messages = [json.loads(text) for text in self.sent]
        return list({m["id"]: m["action"] for m in messages if m["type"] == "act"}.values())

    @property
    def states(self) -> list[dict[str, Any]]:
        """The positions that the server has sent to the page, the one that is shown among them.

        What was received is told here by another way than what the page shows, sometimes later.
        """
        shown = int(self.page.evaluate(SHOWN))
        end = time.monotonic() + PATIENCE / 1000
        while not (found := self._received_states()) or found[-1]["version"] < shown:
            if time.monotonic() > end or shown < 0:
                break
            self.page.wait_for_timeout(20)
        return found

    def _received_states(self) -> list[dict[str, Any]]:
        for text in self.received[self._read :]:
            message = json.loads(text)
            if message["type"] == "state":
                self._states.append(message)
            elif message["type"] == "change":
                self._states.append(with_changes(self._states[-1], message))
            self._read += 1
        return self._states

    def await_state(self, key: str, value: object) -> None:
        """Wait for a state of the table that says this: one from before may still be shown."""
        end = time.monotonic() + PATIENCE / 1000
        while not self.states or self.states[-1][key] != value:
            assert time.monotonic() < end, f"no state with {key} {value!r} came"
            self.page.wait_for_timeout(50)

    def await_state_after(self, version: int) -> dict[str, Any]:
        """The first state later than a version, once the server has sent one."""
        end = time.monotonic() + PATIENCE / 1000
        while not (later := [state for state in self.states if state["version"] > version]):
            assert time.monotonic() < end, f"no state after version {version} came"
            self.page.wait_for_timeout(50)
        return later[0]

    def overflow(self) -> int:
        """By how many pixels the page is wider than the screen.

        A phone zooms out until it shows the whole page: it would look as wide as the window.
        """
        return int(self.page.evaluate("document.documentElement.scrollWidth - screen.width"))

    # --- playing --------------------------------------------------------------------------------

    def unfold(self, part: str) -> None:
        """Open a folded part of the table over it; one that lies open stays as it is."""
        self.page.locator(f"[data-fold='{part}'], [data-section='{part}']").first.wait_for()
        handle = self.page.locator(f"[data-fold='{part}'] > button[aria-expanded=false]")
        if handle.count():
            handle.click()

    def choose_by(self, press: Callable[[], None]) -> None:
        """Press until the page has sent a choice, and wait for the position that it leads to.

        A press that comes while moves of others are shown brings the newest position first, and is
        dropped where something else is asked by then; a person presses again.

        Args:
            press: Presses something that sends a choice.
        """
        version = self.await_turn()
        if self.over:
            return
        own = len(self.acts)
        end = time.monotonic() + PATIENCE / 1000
        while len(self.acts) == own:
            assert time.monotonic() < end, "no choice was sent"
            press()
            self.await_act(own)
        self.await_change(version)

    def await_act(self, own: int, seconds: float = 2) -> None:
        """Wait a little for the page to send more than its ``own`` first actions.

        Where it asks once more because something would be left unused, that is confirmed.
        """
        end = time.monotonic() + seconds
        asked_again = self.page.locator("dialog[open]:has(.warning) .choice")
        while len(self.acts) == own and time.monotonic() < end:
            # At once: a move of somebody else may close what is asked at any time.
            asked_again.evaluate_all("buttons => buttons.forEach(button => button.click())")
            self.page.wait_for_timeout(20)

    def click_something(self) -> None:
        """One choice by mouse: on a piece where there is one, now and then on a button."""
        self.choose_by(self._click)

    def _click(self) -> None:
        on_table = self.pieces.count()
        if on_table and self.whim.random() < 0.8:
            self.pieces.nth(self.whim.randrange(on_table)).click()
            self._click_in_chooser()
        else:
            self.choices.nth(self.whim.randrange(self.choices.count())).click()

    def _click_in_chooser(self) -> None:
        offered = self.page.locator("dialog[open] .choice")
        if offered.count():
            offered.nth(self.whim.randrange(offered.count())).click()

    def press_something(self) -> None:
        """One choice by keyboard: the number of a choice, or Enter where the focus is."""
        self.choose_by(self._press)

    def _press(self) -> None:
        if self.whim.random() < 0.5 and self._focus_is_a_choice():
            self.page.keyboard.press("Enter")
        else:
            self.type_number(self.whim.randint(1, self.choices.count()))

    def type_number(self, number: int) -> None:
        """Choose by the badge; Enter confirms what could go on with one digit more."""
        for digit in str(number):
            self.page.keyboard.press(digit)
        if self.page.locator("[data-typed]").count():
            self.page.keyboard.press("Enter")

    def _focus_is_a_choice(self) -> bool:
        return bool(self.page.evaluate("document.activeElement.matches('section.choices .choice')"))

    def press_last(self) -> None:
        """The last choice of the list, wherever it is: mostly "done" or "pass"."""
        self.choose_by(lambda: press_unseen(self.choices.last))

    def press_any(self) -> None:
        """Any choice of the list, wherever it is."""
        number = self.whim.randrange(self.choices.count())
        self.choose_by(lambda: press_unseen(self.choices.nth(number)))

    def press_first(self) -> None:
        """The first choice of the list, by its number."""
        self.choose_by(lambda: self.type_number(1))

    def play_until(self, words: str) -> None:
        """Choose whatever comes first until the question contains the words."""
        for _ in range(200):
            self.await_turn()
            if words in self.page.get_by_test_id("status").inner_text():
                return
            self.press_first()
        raise AssertionError(f"nobody asked {words!r}")

    def press_tab_to(self, name: str) -> None:
        """Press Tab until the focus is on the control of that name."""
        for _ in range(60):
            self.page.keyboard.press("Tab")
            if name in str(self.page.evaluate("document.activeElement.textContent")):
                return
        raise AssertionError(f"Tab does not lead to {name!r}")

    def finish(self, move: str) -> int:
        """Play to the end with the method ``move``; the number of choices made."""
        for count in range(MOST_CHOICES):
            self.await_turn()
            if self.over:
                return count
            getattr(self, move)()
        raise AssertionError("the game does not end")

    def wait_for_errors(self, seconds: float = 0.1) -> list[str]:
        """What the page complained of, after a moment for late complaints."""
        time.sleep(seconds)
        return self.errors
