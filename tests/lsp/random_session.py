"""A random editing session: after every 50 edits, what the client has been told is what a fresh server says.

    random_session.py [--minutes M | --edits N] [--seed S] [--mode push|pull] [--unit utf-8|utf-16|utf-32] [--keep FILE]
    random_session.py --replay FILE [--shrink]

30 files import each other. They are edited, opened, closed, saved, and changed on the disk behind the editor's back,
while questions are asked and taken back. The same seed makes the same steps; what differs is how far the server has
come when the next one is made. FILE gets the steps of a session that went wrong.
"""

import argparse
import json
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from random_texts import Writer, changed, line_starts
from support import PATIENCE, Raw, framed

BETWEEN_CHECKS = 50
LONGEST = 4000  # of a text, in characters
CANCELLED = -32800
NAMES = [f"pkg/m{i}.py" for i in range(12)] + [f"pkg/sub/s{i}.py" for i in range(12, 18)] + [f"t{i}.py" for i in range(18, 30)]
PACKAGES = ["pkg/__init__.py", "pkg/sub/__init__.py"]
OTHERS = ["new é.py", "pkg/new.py", "pkg/m0/__init__.py", "t18/__init__.py"]  # some hide what was there
SETTINGS = ({}, {"ignore": ["GM101"]}, {"entries": ["compile"]}, {"torchVersion": "2.10"})
MODULES = {name.removesuffix(".py").replace("/", "."): i for i, name in enumerate(NAMES)}


class Wrong(Exception):
    pass


def difference(name, told, expected):
    if not told or told[0] != expected[0]:
        return f"{name}: told of version {told and told[0]}, and it is {expected[0]}"
    missing, wrong = ([item for item in one[1] if item not in other[1]] for one, other in ((expected, told), (told, expected)))
    if missing or wrong or told != expected:
        return f"{name}: not told {missing}, but {wrong}"


class Client(Raw):
    """What an editor does with what it is told: it shows diagnostics, answers requests, and counts answers."""

    def __init__(self, pulls, unit):
        self.shown, self.answers, self.sent, self.doubled, self.wants_pull = {}, {}, {}, [], False
        self.writing = threading.Lock()
        super().__init__()
        document = {
            "publishDiagnostics": {"relatedInformation": True},
            "hover": {"contentFormat": ["markdown"]},
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}, "disabledSupport": True},
        }
        workspace = {"workspaceEdit": {"documentChanges": True}}
        if pulls:
            document["diagnostic"] = {}
            workspace["diagnostics"] = {"refreshSupport": True}
        general = {"positionEncodings": [unit]}
        self.initialize({"general": general, "textDocument": document, "workspace": workspace})

    def write(self, data):
        with self.writing:
            super().write(data)

    def take(self, message):
        method, id = message.get("method"), message.get("id")
        if method == "textDocument/publishDiagnostics":
            said = message["params"]
            self.shown[said["uri"]] = said.get("version"), said["diagnostics"]
        elif method and id is not None:
            self.wants_pull |= method == "workspace/diagnostic/refresh"
            self.write(framed({"jsonrpc": "2.0", "id": id, "result": None}))
        elif not method:
            self.doubled += [message] if id in self.answers else []
            self.answers[id] = message

    def ask(self, method, params):
        id = len(self.sent) + 1
        self.sent[id] = method
        self.send(method, params, id=id)
        return id

    def reply(self, id):
        with self.arrived:
            if not self.arrived.wait_for(lambda: id in self.answers, PATIENCE):
                raise Wrong(f"request {id}, {self.sent[id]}, was not answered")
        return self.answers[id]

    def result(self, method, **params):
        return self.reply(self.ask(method, params)).get("result")

    def diagnostics(self, uri):
        return self.result("textDocument/diagnostic", textDocument={"uri": uri})["items"]

    def advice(self, uri):
        """Everything else that is said of a document."""
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 1 << 20, "character": 0}}
        document = {"uri": uri}
        return (
            self.result("textDocument/codeAction", textDocument=document, range=whole, context={"diagnostics": []}),
            self.result("textDocument/codeLens", textDocument=document),
        )


class Session:
    """An editor and a disk. A step is a list: the name of a method, and what it is called with."""

    def __init__(self, folder, mode, unit):
        self.folder, self.pulls, self.unit = folder, mode == "pull", unit
        self.client = Client(self.pulls, unit)
        self.texts, self.versions, self.disk = {}, {}, {}  # by name
        self.unpulled, self.pulled, self.cancelled, self.opened = set(), {}, set(), set()
        self.settings, self.steps, self.counts = {}, [], Counter()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.__exit__()

    def do(self, *step):
        self.steps.append(step)
        self.counts[step[0]] += 1
        getattr(self, step[0])(*step[1:])

    def uri(self, name):
        return (self.folder / name).as_uri()

    # The disk

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        self.disk[name] = text

    def remove(self, name):
        if self.disk.pop(name, None) is not None:
            (self.folder / name).unlink()

    def rename(self, name, other):
        if name in self.disk:
            (self.folder / other).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).rename(self.folder / other)
            self.disk[other] = self.disk.pop(name)

    def tell(self, names):
        changes = [{"uri": self.uri(name), "type": 2} for name in names]
        self.client.send("workspace/didChangeWatchedFiles", {"changes": changes})

    # The editor

    def open(self, name, text):
        self.versions[name] = self.versions.get(name, 0) + 1
        self.client.open(self.uri(name), text, self.versions[name])
        self.texts[name] = text
        self.opened.add(name)
        self.unpulled.add(name)

    def edit(self, name, changes):
        """Of a document that is not open, too."""
        self.versions[name] = self.versions.get(name, 0) + 1
        document = {"uri": self.uri(name), "version": self.versions[name]}
        self.client.send("textDocument/didChange", {"textDocument": document, "contentChanges": changes})
        if name in self.texts:
            self.texts[name] = changed(self.texts[name], changes, self.unit)
            self.unpulled.add(name)

    def save(self, name):
        if name in self.texts:
            self.write(name, self.texts[name])
            self.client.send("textDocument/didSave", {"textDocument": {"uri": self.uri(name)}})

    def close(self, name):
        self.client.send("textDocument/didClose", {"textDocument": {"uri": self.uri(name)}})
        self.texts.pop(name, None)
        self.pulled.pop(name, None)

    def ask(self, method, name, params, cancel):
        id = self.client.ask(method, {"textDocument": {"uri": self.uri(name)}, **params})
        if cancel:
            self.cancelled.add(id)
            self.client.send("$/cancelRequest", {"id": id})

    def configure(self, settings):
        self.settings = settings
        self.client.send("workspace/didChangeConfiguration", {"settings": {"graphmend": settings}})

    def pause(self, milliseconds):
        time.sleep(milliseconds / 1000)

    # What has to hold

    def fresh(self):
        client = Client(True, self.unit)
        client.send("workspace/didChangeConfiguration", {"settings": {"graphmend": self.settings}})
        for name, text in self.texts.items():
            client.open(self.uri(name), text, self.versions[name])
        return client

    def told(self):
        """What the editor shows now; one that pulls does so for what was edited, or when it is asked to."""
        if not self.pulls:
            return {name: self.client.shown.get(self.uri(name)) for name in self.texts}
        if self.client.wants_pull:
            self.client.wants_pull = False
            self.unpulled.update(self.texts)
        for name in self.unpulled & self.texts.keys():
            self.pulled[name] = self.versions[name], self.client.diagnostics(self.uri(name))
        self.unpulled.clear()
        return {name: self.pulled.get(name) for name in self.texts}

    def check(self, chance):
        with self.fresh() as fresh:
            expected = {name: (self.versions[name], fresh.diagnostics(self.uri(name))) for name in self.texts}
            end = time.monotonic() + PATIENCE
            while (told := self.told()) != expected:
                if time.monotonic() > end:
                    raise Wrong("\n".join(filter(None, (difference(name, told[name], expected[name]) for name in expected))))
                with self.client.arrived:
                    self.client.arrived.wait(0.05)
            for name in chance.sample(sorted(self.texts), min(2, len(self.texts))):
                if self.client.advice(self.uri(name)) != fresh.advice(self.uri(name)):
                    raise Wrong(f"{name}: other actions or lenses")
        return sum(len(items) for _, items in expected.values())

    def finish(self):
        for name in list(self.texts):
            self.close(name)
        time.sleep(1)
        for name in self.opened:
            told = self.client.diagnostics(self.uri(name)) if self.pulls else self.client.shown[self.uri(name)][1]
            if told:
                raise Wrong(f"{name} is closed, and still has {told}")
        for id in self.client.sent:
            error = self.client.reply(id).get("error")
            if error and not (error["code"] == CANCELLED and id in self.cancelled):
                raise Wrong(f"request {id}, {self.client.sent[id]}: {error}")
        if self.client.doubled:
            raise Wrong(f"answered twice: {self.client.doubled}")
        self.client.result("shutdown")
        self.client.send("exit")
        if self.client.ended() != 0 or self.client.stray or self.client.log:
            raise Wrong(f"ended with {self.client.process.returncode}, {self.client.stray}, {self.client.log}")


class Someone:
    """Who chooses the steps."""

    def __init__(self, session, seed):
        self.session, self.chance = session, random.Random(seed)
        self.writer = Writer(self.chance, MODULES)

    def program(self, name):
        module = name.removesuffix(".py").replace("/", ".")
        return self.writer.program(module if module in MODULES else self.writer.module())

    def begin(self):
        for name in PACKAGES:
            self.session.do("write", name, "")
        for name in NAMES:
            self.session.do("write", name, self.program(name))
        for name in self.chance.sample(NAMES, 10):
            self.session.do("open", name, self.session.disk[name])

    def step(self):
        """Some steps that belong together, with at most a few edits."""
        kinds = (self.edit, self.type, self.restore, self.ask, self.open, self.close, self.change_disk, self.save, self.fix, self.oddity, self.pause)
        self.chance.choices(kinds, (60, 3, 8, 14, 4, 3, 7, 4, 1, 1, 12))[0]()

    def a_document(self):
        return self.chance.choice(sorted(self.session.texts) or NAMES)

    def edit(self):
        name = self.a_document()
        text = self.session.texts.get(name, "")
        if len(text) > LONGEST:
            return self.restore()
        module = name.removesuffix(".py").replace("/", ".")
        self.session.do("edit", name, self.writer.changes(module if module in MODULES else "t18", text, self.session.unit))

    def type(self):
        name = self.a_document()
        if name not in self.session.texts:
            return
        begin, _ = self.chance.choice(line_starts(self.session.texts[name]))
        for i, character in enumerate("    " + self.writer.statement().split("\n")[0] + "\n"):
            text = self.session.texts[name]
            self.session.do("edit", name, [self.writer.ranged(text, begin + i, begin + i, character, self.session.unit)])

    def restore(self):
        name = self.a_document()
        self.session.do("edit", name, [{"text": self.program(name)}])

    def ask(self):
        name = self.chance.choice((self.a_document(), self.chance.choice(NAMES)))
        at = {"line": self.chance.randrange(30), "character": self.chance.randrange(12)}
        here = {"start": at, "end": {"line": at["line"] + self.chance.choice((0, 0, 20)), "character": 0}}
        asked = [("textDocument/hover", {"position": at}), ("textDocument/codeLens", {})]
        asked.append(("textDocument/codeAction", {"range": here, "context": {"diagnostics": []}}))
        if self.session.pulls:
            asked.append(("textDocument/diagnostic", {}))
        method, params = self.chance.choice(asked)
        self.session.do("ask", method, name, params, self.chance.random() < 0.3)

    def open(self):
        name = self.chance.choice([*NAMES, *self.session.disk])
        if name not in self.session.texts:
            unsaved = name not in self.session.disk or self.chance.random() < 0.2
            self.session.do("open", name, self.program(name) if unsaved else self.session.disk[name])

    def close(self):
        if len(self.session.texts) > 5:
            self.session.do("close", self.a_document())

    def change_disk(self):
        names = sorted(self.session.disk)
        name, other = self.chance.choice(names), self.chance.choice(NAMES + OTHERS)
        kind = self.chance.randrange(6)
        if kind == 0:
            self.session.do("rename", name, other)
        elif kind == 1 and len(names) > 20:
            self.session.do("remove", name)
        elif kind == 2:
            mark = self.chance.choice(("", "\ufeff"))
            self.session.do("write", other, mark + self.program(other))
        elif kind == 3:
            self.session.do("write", name, self.session.disk[name] + self.chance.choice(("\n", "(", "x = 1\n")))
        elif kind == 4:
            self.session.do("write", name, self.program(name))
        else:
            self.session.do("configure", self.chance.choice(SETTINGS))
        if self.chance.random() < 0.5:
            self.session.do("tell", [name, other])

    def save(self):
        name = self.a_document()
        self.session.do("save", name)
        if self.chance.random() < 0.5:
            self.session.do("tell", [name])

    def fix(self):
        """Makes the edits of an action."""
        name = self.a_document()
        if name not in self.session.texts:
            return
        offered = [action["edit"] for action in self.session.client.advice(self.session.uri(name))[0] if "edit" in action]
        if offered:
            edits = self.chance.choice(offered)["documentChanges"][0]["edits"]
            edits.sort(key=lambda edit: (edit["range"]["start"]["line"], edit["range"]["start"]["character"]), reverse=True)
            self.session.do("edit", name, [{"range": edit["range"], "text": edit["newText"]} for edit in edits])

    def oddity(self):
        """What no client should do."""
        name = self.chance.choice(NAMES)
        kind = self.chance.randrange(3)
        if kind == 0:
            self.session.do("close", name)
        elif kind == 1:
            self.session.do("open", name, self.program(name))
        else:
            self.session.do("edit", name, self.chance.choice(([], [{"text": ""}])))

    def pause(self):
        self.session.do("pause", self.chance.choice((1, 1, 5, 30, 30, 300)))


def run(folder, seed, mode, unit, goes_on, told=lambda *_: None):
    """The session, after it has ended well; `goes_on` is asked with the number of edits."""
    with Session(folder, mode, unit) as session:
        try:
            someone = Someone(session, seed)
            someone.begin()
            checked = 0
            while goes_on(session.counts["edit"]):
                someone.step()
                if session.counts["edit"] >= checked + BETWEEN_CHECKS:
                    checked = session.counts["edit"]
                    told(session, session.check(someone.chance))
            session.check(someone.chance)
            session.finish()
        except Wrong as wrong:
            wrong.session = session
            raise
        return session


def goes_wrong(steps, mode, unit):
    with tempfile.TemporaryDirectory(prefix="mit Leerzeichen é ") as folder, Session(Path(folder), mode, unit) as session:
        try:
            for step in steps:
                session.do(*step)
            session.check(random.Random(0))
        except Wrong as wrong:
            return str(wrong)


def shrunk(steps, mode, unit):
    size = len(steps) // 2
    while size:
        at = 0
        while at < len(steps):
            fewer = steps[:at] + steps[at + size :]
            if goes_wrong(fewer, mode, unit):
                steps = fewer
                print(f"{len(steps)} steps", file=sys.stderr)
            else:
                at += size
        size //= 2
    return steps


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--edits", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mode", choices=("push", "pull"))
    parser.add_argument("--unit", choices=("utf-8", "utf-16", "utf-32"))
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--replay", type=Path)
    parser.add_argument("--shrink", action="store_true")
    args = parser.parse_args()
    if args.replay:
        kept = json.loads(args.replay.read_text())
        steps = shrunk(kept["steps"], kept["mode"], kept["unit"]) if args.shrink else kept["steps"]
        print(json.dumps(steps, ensure_ascii=False, indent=1) if args.shrink else "", goes_wrong(steps, kept["mode"], kept["unit"]))
        return
    mode = args.mode or ("push", "pull")[args.seed % 2]
    unit = args.unit or ("utf-16", "utf-8", "utf-32")[args.seed % 3]
    end = time.monotonic() + (args.minutes or 0) * 60
    checks = []

    def goes_on(edits):
        return time.monotonic() < end if args.minutes else edits < args.edits

    def told(session, findings):
        checks.append(findings)
        if len(checks) % 20 == 0:
            print(f"{session.counts['edit']} edits, {len(checks)} checks", flush=True)

    print(f"seed {args.seed}: diagnostics are {mode}ed, columns are {unit}", flush=True)
    with tempfile.TemporaryDirectory(prefix="mit Leerzeichen é ") as folder:
        try:
            session = run(Path(folder), args.seed, mode, unit, goes_on, told)
        except Wrong as wrong:
            if args.keep:
                args.keep.write_text(json.dumps({"mode": mode, "unit": unit, "steps": wrong.session.steps}))
            sys.exit(f"after {wrong.session.counts['edit']} edits: {wrong}")
    print(", ".join(f"{kind}: {n}" for kind, n in sorted(session.counts.items())))
    print(f"{len(checks)} checks of {sum(checks)} findings, all as a fresh server says")


if __name__ == "__main__":
    main()
