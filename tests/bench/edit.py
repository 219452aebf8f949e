"""What an edit costs in the language server: edit.py FILE... [--edits N].

For each file: the time from an edit inside of a function to the diagnostics for it, pulled (milliseconds: median, 99th
percentile, largest), and the CPU time of the server per edit. Then the memory of a server that has all files open. The
files stay where they are, so that their imports are found.
"""
import argparse
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lsp"))
from support import Raw  # noqa: E402


class Client(Raw):
    def __init__(self):
        super().__init__()
        self.initialize({"textDocument": {"diagnostic": {}}})
        self.asked = 0

    def pull(self, uri):
        self.asked += 1
        self.messages.clear()
        self.send("textDocument/diagnostic", {"textDocument": {"uri": uri}}, id=self.asked)
        return self.reply(self.asked)["result"]

    def cpu(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024


def place(lines):
    """The end of a whole statement of a function, near the middle: 0-based line and column."""
    middle = len(lines) // 2
    for number in sorted(range(len(lines)), key=lambda number: abs(number - middle)):
        line = lines[number]
        if line.startswith(" " * 8) and " = " in line and line.count("(") == line.count(")") and line.isascii():
            return {"line": number, "character": len(line)}
    sys.exit("no statement to edit")


def measured(path, edits):
    uri = path.as_uri()
    lines = path.read_text().split("\n")
    at = place(lines)
    behind = {"line": at["line"], "character": at["character"] + len(" + 1")}
    with Client() as client:
        client.open(uri, "\n".join(lines))
        client.pull(uri)
        times, before = [], client.cpu()
        for version in range(2, 2 + edits):
            change = {"range": {"start": at, "end": at}, "text": " + 1"}
            if version % 2:
                change = {"range": {"start": at, "end": behind}, "text": ""}
            begun = time.perf_counter()
            document = {"uri": uri, "version": version}
            client.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
            client.pull(uri)
            times.append((time.perf_counter() - begun) * 1000)
        times.sort()
        cpu = (client.cpu() - before) / edits * 1000
    return len(lines), times[len(times) // 2], times[int(len(times) * 0.99)], times[-1], cpu


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    args = parser.parse_args()
    files = [path.resolve() for path in args.files]
    print(f"{'file':40} {'lines':>6} {'p50 ms':>8} {'p99 ms':>8} {'max ms':>8} {'CPU ms':>8}")
    for path in files:
        print("{:40} {:6} {:8.1f} {:8.1f} {:8.1f} {:8.1f}".format(path.name, *measured(path, args.edits)))
    with Client() as client:
        for path in files:
            client.open(path.as_uri(), path.read_text())
        for path in files:
            client.pull(path.as_uri())
        print(f"{len(files)} files open: {client.memory():.0f} MB")


if __name__ == "__main__":
    main()
