"""`confirm --fix`: what fixes do to the breaks, and whether the program is still the same one."""

import json
import subprocess
import sys

from conftest import HERE, line_of

# Each request in a process of its own, forked where torch is there already.
DRIVE = """
import json, os, sys
sys.path.insert(0, sys.argv[1])
import torch._dynamo
from graphmend import compare, rewritten

class Nobody:
    address, send = "", lambda *_, **__: None

for request in json.load(sys.stdin):
    if os.fork() == 0:
        rewritten.install(request["rewritten"])
        compare.work(Nobody(), request)
        os._exit(0)
    os.wait()
before, *others = json.loads(sys.argv[2])
print(json.dumps([compare.difference(before, each, False) for each in others] + [compare._moments(before)]))
"""


def test_breaks_go_and_the_program_stays_the_same(graphmend):
    told = graphmend("confirm", "--fix", "--json", "fixable.py")
    assert told.status == 1, told.err
    trial = told.json["trial"]
    fix = next(each for each in trial["fixes"] if each["line"] == line_of("fixable.py", "if y.abs().max()"))
    assert fix["condition"]["true"] > 0 and fix["condition"]["false"] > 0, "both ways were compared"
    assert fix["before"]["verdict"] == "confirmed" and fix["before"]["mostPerForward"] == 3
    assert fix["after"]["verdict"] == "clean"
    assert [(each["arms"], each["same"]) for each in trial["same"]] == [("eager", True), ("compiled", True)]
    assert trial["same"][0]["moments"] == 7
    assert "print" in str(trial["newBreaks"]), "what was hidden behind the break comes to light"


def test_fixes_with_the_runtime_leave_nothing(graphmend):
    told = graphmend("confirm", "--fix", "--runtime", "--json", "--calls", "1", "fixable.py:build")
    assert told.status == 1, told.err
    trial = told.json["trial"]
    assert trial["newBreaks"] == [] and [each["same"] for each in trial["same"]] == [True, True]
    effect = next(each for each in trial["fixes"] if each["line"] == line_of("fixable.py", "print("))
    assert effect["after"]["verdict"] != "confirmed" and "runtime" in effect["title"]


def test_a_fix_that_changes_something_is_named(graphmend):
    told = graphmend("confirm", "--fix", "--unsafe", "--json", "--calls", "1", "fixable.py:build")
    assert told.status == 1, told.err
    eager, compiled = told.json["trial"]["same"]
    assert eager["same"] and not compiled["same"]
    assert compiled["difference"] == "the output had 4 lines, and has 0"
    assert compiled["culprit"]["line"] == line_of("fixable.py", "print(") and compiled["culprit"]["code"] == "GM401"


def test_a_program_that_differs_from_itself_is_not_judged(graphmend, tmp_path):
    text = (HERE / "programs/fixable.py").read_text()
    (tmp_path / "clock.py").write_text("import time\n" + text.replace('print("seen")', "print(time.time_ns())"))
    told = graphmend("confirm", "--fix", "--calls", "1", "clock.py:build", folder=tmp_path)
    assert told.status == 1, told.err
    assert told.out.count("the original differs from itself\n  = line 1 of the output was") == 2


CHANGES = {
    "result": ("y = y * 0.25", "y = y * 0.25 + 1e-6", "result[0, "),
    "type": ("return y\n\n\ndef", "return y.double()\n\n\ndef", "result was float32[2, 4] with a gradient, and is float64[2, 4] with a gradient"),
    "parameter": ("y = torch.relu(x)", "y = torch.relu(x)\n        self.linear.weight.data.add_(1)", "linear.weight[0, 0] was"),
    "buffer": ("y = torch.relu(x)", "y = torch.relu(x)\n        self.seen += 1", "seen was 0.0, and is 1.0"),
    "argument": ("for limit in", "x.mul_(2)\n        for limit in", "arguments[0][0, 0] was"),
    "gradient": ("x = self.linear(x)", "x = self.linear(x) - self.linear.bias + self.linear.bias.detach()", "linear.bias.grad["),
    "no gradient": ("return y\n\n\ndef", "return y.detach()\n\n\ndef", "result was float32[2, 4] with a gradient, and is float32[2, 4]"),
    "random": ("y = torch.relu(x)", "y = torch.relu(x)\n        torch.rand(1)", "random state of torch"),
    "text": ('print("seen")', 'print("Seen")', "line 1 of the output was 'seen', and is 'Seen'"),
    "random of Python": ("y = torch.relu(x)", "y = torch.relu(x)\n        import random; random.random()", "random state of Python"),
    "order": ('print("seen")', 'import sys; print("to stderr", file=sys.stderr); print("seen")', "line 1 of the output was 'seen', and is 'to stderr'"),
    "warning": ('print("seen")', 'print("seen"); import warnings; warnings.warn("careful")', "UserWarning: careful"),
    "raise": ('print("seen")', 'print("seen")\n        raise ValueError', "after became raised"),
    "log": ('print("seen")', 'print("seen")\n        import logging; logging.getLogger("x").error("no")', "log records was [], and is [[\"x\", \"ERROR\", \"no\""),
}


def test_every_difference_is_seen(tmp_path):
    path = HERE / "programs/fixable.py"
    text = path.read_text()
    requests = []
    for name, (old, new, _) in {"before": ("", "", ""), "itself": ("", "", ""), **CHANGES}.items():
        assert old in text
        (tmp_path / name).mkdir()
        requests.append({"target": {"object": "fixable.py:build"}, "arguments": [], "inputs": "", "calls": 2, "stance": "eager", "observe": str(tmp_path / name),
                         "rewritten": {str(path): text.replace(old, new)} if old else {}})
    folders = json.dumps([each["observe"] for each in requests])
    done = subprocess.run([sys.executable, "-c", DRIVE, str(HERE.parents[1] / "runner"), folders], cwd=path.parent, input=json.dumps(requests).encode(), capture_output=True, timeout=600)
    itself, *found, moments = json.loads(done.stdout.splitlines()[-1])
    assert itself is None
    assert moments == 4 * 2 * 4 + 1, "two calls with four inputs: before, after, gradients, a step of learning; and the end"
    for (name, (_, _, message)), difference in zip(CHANGES.items(), found):
        assert message in difference["text"], name
