"""`confirm --fix`: what fixes do to the breaks, and whether the program is still the same one."""

import json
import os
import pathlib
import socket
import subprocess
import sys
import threading

from conftest import HERE, line_of

RUNNER = HERE.parents[1] / "runner"
START = "import sys; sys.path[0] = sys.argv.pop(1); from graphmend.work import main; main()"


def ask(folder, **request):
    """What the runner tells when it is asked for one thing."""
    listener = socket.socket(socket.AF_UNIX)
    address = str(folder / f"s{len(os.listdir(folder))}")
    listener.bind(address)
    listener.listen()
    events = []

    def serve():
        connection, _ = listener.accept()
        connection.sendall(json.dumps(request).encode() + b"\n")
        events.extend(json.loads(line) for line in connection.makefile())

    server = threading.Thread(target=serve)
    server.start()
    env = {**os.environ, "GRAPHMEND_CHANNEL": address}
    subprocess.run([sys.executable, "-c", START, str(RUNNER)], cwd=HERE / "programs", env=env, timeout=120, check=False)
    server.join(10)
    return events


def observed(folder, name, stance, rewritten=None):
    (folder / name).mkdir()
    target = {"object": "fixable.py:build"}
    ask(folder, do="compare", target=target, arguments=[], inputs="", calls=2, stance=stance, observe=str(folder / name), backend="eager", rewritten=rewritten or {})
    return str(folder / name)


def test_breaks_go_and_the_program_stays_the_same(graphmend):
    told = graphmend("confirm", "--fix", "--json", "fixable.py")
    assert told.status == 1, told.err
    trial = told.json["trial"]
    fix = next(each for each in trial["fixes"] if each["line"] == line_of("fixable.py", "if y.abs().max()"))
    assert fix["before"]["verdict"] == "confirmed" and fix["before"]["mostPerForward"] == 3
    assert fix["after"]["verdict"] == "clean"
    assert [(each["arms"], each["same"]) for each in trial["same"]] == [("eager", True), ("compiled", True)]
    assert trial["same"][0]["moments"] == 7
    assert "print" in str(trial["newBreaks"]), "what was hidden behind the break comes to light"


CHANGES = {
    "result": ("y = y * 0.25", "y = y * 0.25 + 1e-6", "result[0, "),
    "parameter": ("y = torch.relu(x)", "y = torch.relu(x)\n        self.linear.weight.data.add_(1)", "linear.weight[0, 0] was"),
    "random": ("y = torch.relu(x)", "y = torch.relu(x)\n        torch.rand(1)", "random state of torch"),
    "text": ('print("seen")', 'print("Seen")', "line 1 of the output was 'seen', and is 'Seen'"),
    "raise": ('print("seen")', 'print("seen")\n        raise ValueError', "after became raised"),
    "log": ('print("seen")', 'print("seen")\n        import logging; logging.getLogger("x").error("no")', "log records"),
}


def test_every_difference_is_seen(tmp_path_factory):
    folder = pathlib.Path(tmp_path_factory.mktemp("s"))
    path = HERE / "programs/fixable.py"
    text = path.read_text()
    before = observed(folder, "before", "eager")
    pairs = [["itself", before, before]]
    for name, (old, new, _) in CHANGES.items():
        assert old in text
        pairs.append([name, before, observed(folder, name, "eager", {str(path): text.replace(old, new)})])
    events = ask(folder, do="compare", pairs=pairs)
    found = {each["arms"]: each["difference"] for each in events if each["kind"] == "compared"}
    assert found.pop("itself") is None
    for name, (_, _, message) in CHANGES.items():
        assert message in found[name]["text"], name
