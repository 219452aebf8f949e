"""Draws what commands show on a terminal, so that the pictures of the documentation stay true.

    python docs/pictures.py BINARY

Each picture is an SVG in docs/pictures: a title and a command, run on the file of the editor's picture in a terminal of 108 columns.
"""
import io
import os
import pathlib
import pty
import re
import subprocess
import sys

from rich.console import Console
from rich.text import Text

HERE = pathlib.Path(__file__).parent
COLUMNS = 108
PICTURES = {
    "check": ["check", "--isolated", "--no-cache", "model.py"],
    "fix": ["fix", "--isolated", "--diff", "model.py"],
}


def shown(command, folder):
    """What the command writes to a terminal, with its colours."""
    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(COLUMNS)}
    with subprocess.Popen(command, cwd=folder, stdout=follower, stderr=follower, env=environment) as process:
        os.close(follower)
        pieces = []
        while True:
            try:
                piece = os.read(leader, 65536)
            except OSError:  # a terminal that nobody writes to any more
                break
            if not piece:
                break
            pieces.append(piece)
        process.wait()
    return b"".join(pieces).decode().replace("\r\n", "\n")


def picture(title, text):
    """An SVG of the text, which loads nothing: fonts are those of the reader."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO())
    console.print(Text.from_ansi(text.rstrip()), soft_wrap=False)
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", console.export_svg(title=title, unique_id="graphmend"), flags=re.DOTALL)
    return drawn.replace("<svg ", '<svg xml:space="preserve" ', 1)  # some draw no blanks at the beginning of a text


def main():
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    for name, arguments in PICTURES.items():
        title = "graphmend " + " ".join(each for each in arguments if each not in ("--isolated", "--no-cache"))
        text = shown([binary, *arguments], HERE.parent / "tests/editor")
        (HERE / "pictures" / f"{name}.svg").write_text(picture(title, text), encoding="utf-8")


if __name__ == "__main__":
    main()
