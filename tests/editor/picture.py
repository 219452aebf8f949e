"""Draws the editor: a finding, its line in the list of problems, and the menu with its fix.

    python tests/editor/picture.py PICTURE
"""
import pathlib
import shutil
import sys
import tempfile

import vs_code
from test_extension import LINE, MODEL

# What does not belong to the file and its findings is hidden.
SETTINGS = {
    "security.workspace.trust.enabled": False,
    "chat.disableAIFeatures": True,
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.activityBar.location": "hidden",
    "workbench.layoutControl.enabled": False,
    "workbench.colorTheme": "Default Dark Modern",
    "workbench.editor.editorActionsLocation": "hidden",
    "window.commandCenter": False,
    "window.menuBarVisibility": "hidden",
    "breadcrumbs.enabled": False,
    "editor.fontFamily": "DejaVu Sans Mono",
    "editor.fontSize": 15,
    "editor.minimap.enabled": False,
    "editor.occurrencesHighlight": "off",
    "editor.scrollbar.vertical": "hidden",
    "editor.scrollbar.horizontal": "hidden",
    "problems.autoReveal": False,
}


def arrange(page):
    """The list of problems below, the sidebar closed, and the menu open at the end of what is found."""
    page.keyboard.press("Control+B")
    page.keyboard.press("Control+Shift+M")
    page.locator(".markers-panel .monaco-list-row").first.wait_for()
    vs_code.fixes(page, LINE, "4.0")


def main():
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / "work").mkdir()
        model = pathlib.Path(shutil.copy(MODEL, place / "work"))
        with vs_code.opened(place / "code", model, SETTINGS, viewport={"width": 860, "height": 480}, device_scale_factor=2) as page:
            arrange(page)
            page.screenshot(path=sys.argv[1])


if __name__ == "__main__":
    main()
