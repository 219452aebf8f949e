"""A fresh VS Code, code-server, with the packed extension in it, and a headless Chromium that shows it."""
import contextlib
import json
import os
import pathlib
import socket
import subprocess
import time

from playwright.sync_api import sync_playwright

MODULES = pathlib.Path(os.environ.get("CODE_SERVER", ""))  # the folder node_modules with code-server and its Node
EXTENSION = os.environ.get("EXTENSION", "")  # the .vsix
SEEN = pathlib.Path(os.environ.get("SEEN", ""))  # where screenshots go
CHROMIUM = "/usr/bin/chromium"
BULB = ".lightBulbWidget, .monaco-editor .margin [class*=codicon-gutter-light]"
FIRST = 90_000  # milliseconds until something appears for the first time, on a busy machine


def command(folder, *arguments):
    """code-server, with settings, extensions and all that it keeps in the folder."""
    node, entry = next(MODULES.glob("node-linux-*/bin/node")), MODULES / "code-server/out/node/entry.js"
    kept = ["--config", folder / "config.yaml", "--user-data-dir", folder / "data", "--extensions-dir", folder / "extensions"]
    return [str(each) for each in (node, entry, *kept, *arguments)]


def environment(folder):
    return {"HOME": str(folder), "PATH": "/usr/bin:/bin", "EXTENSIONS_GALLERY": "{}"}


def prepare(folder, settings):
    """Installs the extension, and writes the settings of the user where there are any."""
    (folder / "data/User").mkdir(parents=True)
    (folder / "config.yaml").touch()
    if settings:
        (folder / "data/User/settings.json").write_text(json.dumps(settings))
    installs = command(folder, "--install-extension", EXTENSION)
    subprocess.run(installs, env=environment(folder), check=True, capture_output=True)


def program(folder):
    """The program in the extension that is installed."""
    return next(folder.glob("extensions/graphmend.graphmend-*/program/bin/graphmend"))


def wait_for(holds, seconds=60):
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(holds)
        time.sleep(0.1)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextlib.contextmanager
def serving(folder):
    """The port at which code-server answers."""
    port = free_port()
    serves = command(folder, "--bind-addr", f"127.0.0.1:{port}", "--auth", "none", "--disable-telemetry", "--disable-update-check")
    with (folder / "log").open("w") as log, subprocess.Popen(serves, env=environment(folder), stdout=log, stderr=log) as process:
        try:
            wait_for(lambda: answers(port))
            yield port
        finally:
            process.terminate()


@contextlib.contextmanager
def browser(**options):
    """A page of Chromium."""
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=quiet)
        try:
            yield chromium.new_page(**options)
        finally:
            chromium.close()


@contextlib.contextmanager
def opened(folder, file, settings=None, **options):
    """The page of an editor that shows the file, with the findings in it."""
    prepare(folder, settings)
    with serving(folder) as port, browser(**options) as page:
        start = json.dumps([["openFile", f"vscode-remote://127.0.0.1:{port}{file}"]])
        page.goto(f"http://127.0.0.1:{port}/?folder={file.parent}&payload={start}")
        try:
            page.wait_for_selector(".squiggly-warning", timeout=FIRST)
            yield page
        except Exception:
            seen(page, "failed")
            raise


def seen(page, name):
    """Keeps what the page shows now."""
    SEEN.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SEEN / f"{name}.png")


def text_at(page, line, word):
    """A word of a line that holds some text, as it is drawn."""
    return page.locator(".view-line", has_text=line).locator("span > span", has_text=word).last


def hover(page, line, word):
    """What is shown where the mouse rests on a word."""
    text_at(page, line, word).hover()
    shown = page.locator(".monaco-hover-content:visible").first
    shown.wait_for(timeout=FIRST)
    return shown.inner_text


def fixes(page, line, word):
    """The menu of quick fixes at a word, with the light bulb beside it."""
    offered = page.locator(".action-widget .monaco-list-row.action")
    bulb = page.locator(BULB).locator("visible=true")

    def stays_open():
        page.keyboard.press("Escape")
        page.keyboard.press("Control+Home")
        text_at(page, line, word).click()
        page.mouse.move(640, 20)
        page.wait_for_timeout(1500)
        page.keyboard.press("Control+.")
        page.wait_for_timeout(1500)
        return offered.count() and bulb.count()

    wait_for(stays_open)  # what appears elsewhere takes the focus away, and the menu closes
    return offered
