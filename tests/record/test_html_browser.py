"""The html export in a real Chromium: stepping, slider, keys, chart, looks, sizes, odd names."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from eko_companion.record.html.words import WORDS
from eko_companion.record.html_page import html_page
from eko_companion.record.replay import Replay
from tests.record.html_games import HOSTILE, played_replay

CHROMIUM = shutil.which("chromium")
CHROMEDRIVER = shutil.which("chromedriver")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None or CHROMEDRIVER is None, reason="no chromium is installed"),
    pytest.mark.xdist_group("chromium"),  # one browser for all, where tests are dealt in groups
]
_SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_SEEN = """
const text = (selector, root = document) => root.querySelector(selector).textContent;
return {
  ply: parseInt(text("#counter")),
  words: text("#now-words"),
  slider: Number(document.querySelector("#slider").value),
  pieces: [...document.querySelectorAll("#pieces > use title")].map((title) => title.textContent),
  current: document.querySelector("#moves [aria-current]").hash,
  sides: [...document.querySelectorAll(".player")].map((panel) =>
    ["total", "buildings", "captives", "pyramids", "box", "capital"].map((name) =>
      text(`[data-is=${name}]`, panel))),
};
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def replay(folder: Path) -> Replay:
    """Four players, variants, clocks, a correction, takebacks, played to the end."""
    return played_replay(folder, seed=8, players=4)


@pytest.fixture(scope="module")
def hostile(folder: Path) -> Replay:
    return played_replay(folder, seed=9, players=4, names=HOSTILE, title=HOSTILE[1], most=40)


class Browser:
    """A page in Chromium, as a reader sees it."""

    def __init__(self, driver: Any, folder: Path) -> None:
        self.driver = driver
        self._folder = folder
        self._pages: dict[int, Path] = {}

    def open(
        self, replay: Replay, hash_: str = "", *, width: int = 1280, height: int = 800
    ) -> None:
        """Load the page of a game afresh."""
        if id(replay) not in self._pages:
            path = self._folder / f"page{len(self._pages)}.html"
            path.write_text(html_page(replay), encoding="utf-8")
            self._pages[id(replay)] = path
        self.size(width, height)
        self.driver.get("about:blank")
        self.driver.get(self._pages[id(replay)].as_uri() + hash_)

    def size(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def prefer(self, **features: str) -> None:
        """Set what the reader's system prefers."""
        listed = [{"name": name.replace("_", "-"), "value": v} for name, v in features.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": listed})

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    def find(self, selector: str) -> Any:
        return self.driver.find_element("css selector", selector)

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0]).textContent", selector))

    def press(self, *keys: str) -> None:
        self.find("body").send_keys(*keys)

    @property
    def ply(self) -> int:
        return int(self.text("#counter").partition(" /")[0])

    def wait(self, condition: Callable[[], bool]) -> None:
        WebDriverWait(self.driver, 10, poll_frequency=0.05).until(lambda _: condition())


@pytest.fixture(scope="module")
def chromium(folder: Path) -> Iterator[Browser]:
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for switch in (*_SWITCHES, f"--user-data-dir={profile}"):
            options.add_argument(switch)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        driver = webdriver.Chrome(options=options, service=Service(CHROMEDRIVER))
        try:
            yield Browser(driver, folder)
        finally:
            driver.quit()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """The browser, which may neither complain nor ask the network for anything."""
    chromium.prefer(prefers_color_scheme="light", prefers_reduced_motion="no-preference")
    chromium.driver.get_log("performance")
    yield chromium
    chromium.run("localStorage.clear()")
    assert chromium.driver.get_log("browser") == []
    asked = set()
    for entry in chromium.driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            asked.add(message["params"]["request"]["url"].partition(":")[0])
    assert asked <= {"file", "about"}


def _assert_shows(browser: Browser, replay: Replay, ply: int) -> None:
    """Everything on the page is about this ply."""
    frame = replay.frames[ply]
    position = frame.position
    seen = browser.run(_SEEN)
    assert (seen["ply"], seen["slider"], seen["current"]) == (ply, ply, f"#ply={ply}")
    assert seen["words"] == (" ".join(frame.words) or WORDS["start_words"])
    standing = [stack.cell for stack in position.stacks]
    standing += [building.cell for building in position.buildings]
    cells = sorted(title.rpartition(", ")[2] for title in seen["pieces"])
    assert cells == sorted(position.board.name(cell) for cell in standing)
    for player, side in zip(position.players, seen["sides"], strict=True):
        score = frame.points[player]
        assert side == [
            str(score.total),
            str(score.buildings),
            str(score.captives),
            str(score.pyramids),
            str(position.box_of(player)),
            WORDS["capital_held" if score.capital else "capital_not"],
        ]


def test_buttons_step_through_the_game(browser: Browser, replay: Replay) -> None:
    browser.open(replay)
    _assert_shows(browser, replay, 0)
    last = len(replay.frames) - 1
    for button, ply in [
        ("next", 1),
        ("next", 2),
        ("previous", 1),
        ("last", last),
        ("previous", last - 1),
        ("first", 0),
    ]:
        browser.find(f"#{button}").click()
        _assert_shows(browser, replay, ply)
    assert not browser.find("#previous").is_enabled()
    assert browser.find("#next").is_enabled()


def test_every_frame_is_right(browser: Browser, replay: Replay) -> None:
    browser.open(replay)
    for ply in range(0, len(replay.frames), 9):
        browser.run("goTo(arguments[0])", ply)
        _assert_shows(browser, replay, ply)


def test_result_is_told_at_the_end(browser: Browser, replay: Replay) -> None:
    browser.open(replay, f"#ply={len(replay.frames) - 1}")
    assert replay.result is not None
    assert replay.name(replay.result.winners[0]) in browser.text("#now-next")
    assert browser.run("return document.querySelector('#now-next').className") == "result"


def test_slider_moves_the_game(browser: Browser, replay: Replay) -> None:
    browser.open(replay)
    browser.run(
        "const s=document.querySelector('#slider'); s.value=33;"
        "s.dispatchEvent(new Event('input',{bubbles:true}))"
    )
    _assert_shows(browser, replay, 33)
    slider = browser.find("#slider")
    webdriver.ActionChains(browser.driver).move_to_element(slider).click().perform()
    middle = (len(replay.frames) - 1) / 2
    assert abs(browser.ply - middle) <= 2


def test_keys(browser: Browser, replay: Replay) -> None:
    browser.open(replay)
    last = len(replay.frames) - 1
    for key, ply in [
        (Keys.ARROW_RIGHT, 1),
        (Keys.ARROW_RIGHT, 2),
        (Keys.ARROW_LEFT, 1),
        (Keys.END, last),
        (Keys.HOME, 0),
    ]:
        browser.press(key)
        assert browser.ply == ply
    turns = [frame.turn for frame in replay.frames]
    browser.press(Keys.PAGE_DOWN)
    browser.press(Keys.PAGE_DOWN)
    assert browser.ply == turns.index(2)
    browser.press(Keys.PAGE_UP)
    assert browser.ply == turns.index(1)
    # On the slider itself a key counts once, too.
    browser.find("#slider").send_keys(Keys.ARROW_RIGHT)
    assert browser.ply == turns.index(1) + 1


def test_space_plays_and_pauses(browser: Browser, replay: Replay) -> None:
    browser.open(replay)
    browser.run("document.querySelector('#speed').value = '8'")
    browser.press(" ")
    browser.wait(lambda: browser.ply >= 3)
    browser.press(" ")
    ply = browser.ply
    assert browser.run("return timer") == 0
    assert browser.ply == ply


def test_play_button_stops_at_the_end(browser: Browser, replay: Replay) -> None:
    last = len(replay.frames) - 1
    browser.open(replay, f"#ply={last - 2}")
    browser.run("document.querySelector('#speed').value = '8'")
    button = browser.find("#play")
    assert button.get_attribute("aria-label") == WORDS["play"]
    button.click()
    assert button.get_attribute("aria-label") == WORDS["pause"]
    browser.wait(lambda: browser.ply == last)
    assert button.get_attribute("aria-label") == WORDS["play"]
    button.click()
    assert browser.ply < last


def test_lists_are_clickable(browser: Browser, replay: Replay) -> None:
    browser.open(replay)
    browser.find("#moves a[href='#ply=24']").click()
    _assert_shows(browser, replay, 24)
    moment = browser.find("#took li:nth-child(3) a")
    ply = int(str(moment.get_attribute("href")).partition("#ply=")[2])
    moment.click()
    _assert_shows(browser, replay, ply)


def test_chart_shows_points_and_jumps(browser: Browser, replay: Replay) -> None:
    browser.open(replay)
    players = len(replay.frames[0].position.players)
    assert browser.run("return document.querySelectorAll('#chart .line-body').length") == players
    gains = sum(
        now.points[player].capital and not before.points[player].capital
        for before, now in zip(replay.frames, replay.frames[1:], strict=False)
        for player in now.position.players
    )
    assert browser.run("return document.querySelectorAll('#chart .capital').length") == gains
    cursor = "return document.querySelector('#chart .cursor').getAttribute('d')"
    at_start = browser.run(cursor)
    chart = browser.find("#chart")
    webdriver.ActionChains(browser.driver).move_to_element(chart).click().perform()
    assert abs(browser.ply - (len(replay.frames) - 1) / 2) <= 2
    _assert_shows(browser, replay, browser.ply)
    assert browser.run(cursor) != at_start


def test_deep_links(browser: Browser, replay: Replay) -> None:
    browser.open(replay, "#ply=17")
    _assert_shows(browser, replay, 17)
    browser.run("location.hash = '#ply=5'")
    browser.wait(lambda: browser.ply == 5)
    browser.find("#next").click()
    browser.wait(lambda: browser.driver.current_url.endswith("#ply=6"))
    for odd, ply in [("#ply=99999", len(replay.frames) - 1), ("#ply=-3", 0), ("#x<y>", 0)]:
        browser.open(replay, odd)
        assert browser.ply == ply


def test_theme(browser: Browser, replay: Replay) -> None:
    colour = "return getComputedStyle(document.body).backgroundColor"
    ground = "return getComputedStyle(document.querySelector('.eko-board path:nth-child(2)')).fill"
    browser.open(replay)
    light = browser.run(colour), browser.run(ground)
    browser.find("#theme").click()
    dark = browser.run(colour), browser.run(ground)
    assert light[0] != dark[0]
    assert light[1] != dark[1]
    assert browser.find("#theme").get_attribute("aria-pressed") == "true"
    browser.find("#theme").click()
    assert (browser.run(colour), browser.run(ground)) == light
    browser.run("localStorage.clear()")
    browser.prefer(prefers_color_scheme="dark")
    browser.open(replay)
    assert (browser.run(colour), browser.run(ground)) == dark


def test_nothing_sticks_out(browser: Browser, replay: Replay, hostile: Replay) -> None:
    for game in (hostile, replay):
        browser.open(game, "#ply=20")
        for width, height in [(360, 640), (390, 844), (768, 1024), (1280, 800)]:
            browser.size(width, height)
            wide, view, lowest = browser.run(
                "return [document.documentElement.scrollWidth, innerWidth,"
                " document.querySelector('.controls').getBoundingClientRect().bottom]"
            )
            assert wide <= width
            assert view == width  # content that is too wide makes a phone zoom out
            # Without long names the controls are in sight together with the board.
            assert game is hostile or lowest <= height + 1


def test_controls_are_large_enough_for_fingers(browser: Browser, replay: Replay) -> None:
    browser.open(replay, width=360, height=640)
    sizes = browser.run(
        "return [...document.querySelectorAll('button, select')]"
        ".map(b=>b.getBoundingClientRect()).map(b=>Math.min(b.width,b.height))"
    )
    assert min(sizes) >= 40


def test_focus_is_seen(browser: Browser, replay: Replay) -> None:
    browser.open(replay)
    browser.press(Keys.TAB)
    style = browser.run("return getComputedStyle(document.activeElement).outlineStyle")
    assert style == "solid"
    named = browser.run(
        "return [...document.querySelectorAll('button, input, select')].every("
        "b => b.getAttribute('aria-label') || b.closest('label'))"
    )
    assert named


def test_reduced_motion_is_respected(browser: Browser, replay: Replay) -> None:
    moving = "return document.getAnimations().filter(a => !(a instanceof CSSTransition)).length"
    ply = next(frame.number for frame in replay.frames if re.fullmatch(r"\w+-\w+", frame.notation))
    browser.open(replay, f"#ply={ply - 1}")
    assert browser.run("goTo(ply + 1);" + moving) == 1
    browser.prefer(prefers_reduced_motion="reduce")
    browser.open(replay, f"#ply={ply - 1}")
    assert browser.run("goTo(ply + 1);" + moving) == 0


def test_hostile_names_are_shown_and_not_run(browser: Browser, hostile: Replay) -> None:
    browser.open(hostile)
    for ply in (0, 10, len(hostile.frames) - 1):
        browser.run("goTo(arguments[0])", ply)
    assert "owned" not in browser.driver.title.replace(HOSTILE[1], "")
    shown = browser.run(
        "return [...document.querySelectorAll('.player h3 bdi')].map(b=>b.textContent)"
    )
    assert shown == list(HOSTILE)
    assert browser.text("h1") == HOSTILE[1]
    assert browser.run("return document.querySelectorAll('img').length") == 0
    assert browser.run("return document.scripts.length") == 2


def test_page_without_a_script(browser: Browser, replay: Replay) -> None:
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.open(replay)
        assert browser.find(".note").is_displayed()
        assert browser.find("#board").is_displayed()
        assert not browser.find(".controls").is_displayed()
        assert browser.find("#moves a[href='#ply=3']").is_displayed()
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
