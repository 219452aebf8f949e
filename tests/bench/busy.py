"""What a client waits for while a file is analysed for long: busy.py [--rounds N] [--kinds a,b].

For each kind of long file, and each thing that a client asks: how long until the answer (milliseconds: median, 99th
percentile, largest), with nothing else to do and while the file is analysed, alternately in one run. What the threads
that take part wait for a processor, because others use it, is not counted. The last column is how much of the processor
the server still takes at most, in milliseconds, when nobody wants the analysis any more.
"""
import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lsp"))
from edit import Client  # noqa: E402
from support import BRANCH_LINE, TEXT  # noqa: E402

LONG_ENOUGH = 2.0  # seconds of the processor
MOST_LINES = 400_000
HEADER = "import torch\n\n"


def many_functions(n):
    """Findings in each, and calls of the one before."""
    parts = ["def f0(x):\n    return x\n"]
    for i in range(1, n // 9):
        parts.append(
            f"@torch.compile\ndef f{i}(x: torch.Tensor, y=None):\n    a = f{i - 1 if i % 5 else 0}(x) * {i}\n    b = a + x.shape[0]\n"
            f"    if b.sum() > {i}:\n        b = b * 2\n    else:\n        b = b - 1\n    return torch.relu(a) + b\n"
        )
    return "".join(parts)


def one_straight(n):
    """A single block of statements."""
    lines = "".join(f"    x = torch.relu(x + {i}) * helper(x, {i % 7})\n" for i in range(n))
    return f"def helper(x, by):\n    return x + by\n\n@torch.compile\ndef f(x: torch.Tensor):\n{lines}    return x\n"


def many_branches(n):
    lines = "".join(f"    if x.sum() > {i}:\n        x = x + {i}\n" for i in range(n // 2))
    return f"@torch.compile\ndef f(x: torch.Tensor):\n{lines}    return x\n"


def one_expression(n):
    lines = "".join(f"        helper(x, {i}),\n" for i in range(n))
    return f"def helper(x, by):\n    return torch.relu(x) + by\n\n@torch.compile\ndef f(x: torch.Tensor):\n    return [\n{lines}    ]\n"


def few_compiled(n):
    """Much is read, little is interpreted."""
    lines = "".join(f"def g{i}(a, b=1):\n    c = [a, b, {i}]\n    return c\n\n" for i in range(n // 4))
    return f"{lines}@torch.compile\ndef f(x: torch.Tensor):\n    return x.item()\n"


KINDS = {make.__name__: make for make in (many_functions, one_straight, many_branches, one_expression, few_compiled)}


class Editor(Client):
    """Two documents: a long one, and a small one with findings."""

    def __init__(self, folder, long_text):
        super().__init__()
        self.version = 1
        self.long, self.small = ((folder / name).as_uri() for name in ("long.py", "small.py"))
        self.long_text = long_text
        self.open(self.long, long_text)
        self.open(self.small, TEXT)
        self.pull(self.small)

    def request(self, method, uri, **params):
        """Returns the id; nobody has waited for the answer."""
        self.asked += 1
        self.send(method, {"textDocument": {"uri": uri}, **params}, id=self.asked)
        return self.asked

    def change(self, uri, change):
        self.version += 1
        self.send("textDocument/didChange", {"textDocument": {"uri": uri, "version": self.version}, "contentChanges": [change]})

    def type(self, uri):
        """Another comment in the second line, which is blank at first."""
        span = {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 99}}
        self.change(uri, {"range": span, "text": f"# {self.version}"})

    def answered(self, id):
        return any(message.get("id") == id and "method" not in message for message in self.messages)

    def rest(self):
        """Until the server has nothing to do. The time that the processor took until then, in milliseconds."""
        before = last = self.cpu()
        quiet = 0
        while quiet < 3:
            time.sleep(0.03)
            now = self.cpu()
            quiet = quiet + 1 if now == last else 0
            last = now
        return (last - before) * 1000

    def hover(self):
        return self.request("textDocument/hover", self.small, position={"line": BRANCH_LINE, "character": 8})


def scheduled(process):
    """Of each thread: seconds that it ran, and that it could have run but had to wait."""
    times = {}
    for task in Path(f"/proc/{process}/task").iterdir():
        try:
            ran, waited, _ = (task / "schedstat").read_text().split()
        except OSError:  # it has ended
            continue
        times[int(task.name)] = int(ran) / 1e9, int(waited) / 1e9
    return times


def waited(before, after, process, seconds):
    """How long the threads waited that take part; one that was never at rest meanwhile does not."""
    total = 0
    for thread, (ran, waits) in after.items():
        ran_before, waits_before = before.get(thread, (0, 0))
        if thread == process or ran - ran_before + waits - waits_before < 0.9 * seconds:
            total += waits - waits_before
    return total


def timed(editor, action, pending):
    """Milliseconds without those in which all that was missing was a processor."""
    processes = editor.process.pid, os.getpid()
    before = [scheduled(process) for process in processes]
    begun = time.perf_counter()
    action(editor, pending)
    seconds = time.perf_counter() - begun
    after = [scheduled(process) if Path(f"/proc/{process}").exists() else {} for process in processes]
    lost = sum(map(waited, before, after, processes, (seconds, seconds)))
    return max(0, seconds - lost) * 1000


def hover_elsewhere(editor, _):
    editor.reply(editor.hover())


def edit_elsewhere(editor, _):
    editor.type(editor.small)
    editor.reply(editor.request("textDocument/diagnostic", editor.small))


def edit(editor, _):
    """Whatever comes next is answered at once."""
    editor.type(editor.long)
    editor.reply(editor.hover())


def replace(editor, _):
    """The diagnostics of another text, which is short."""
    editor.change(editor.long, {"text": TEXT})
    editor.reply(editor.request("textDocument/diagnostic", editor.long))


def close(editor, pending):
    editor.send("textDocument/didClose", {"textDocument": {"uri": editor.long}})
    editor.reply(pending or editor.request("textDocument/diagnostic", editor.long))


def cancel(editor, pending):
    pending = pending or editor.request("textDocument/diagnostic", editor.small)
    editor.send("$/cancelRequest", {"id": pending})
    editor.reply(pending)


def shutdown(editor, _):
    editor.send("shutdown", id="end")
    editor.reply("end")


def shutdown_and_exit(editor, _):
    shutdown(editor, _)
    editor.send("exit")
    editor.process.wait()


ACTIONS = (hover_elsewhere, edit_elsewhere, edit, replace, close, cancel, shutdown, shutdown_and_exit)
ENDS = (shutdown, shutdown_and_exit)


def long_enough(folder, make):
    """A text that takes long, and for how long."""
    n = 20_000
    while True:
        text = HEADER + make(n)
        with Editor(folder, text) as editor:
            before, begun = editor.cpu(), time.perf_counter()
            editor.pull(editor.long)
            cost, seconds = editor.cpu() - before, time.perf_counter() - begun
        if cost >= LONG_ENOUGH or 2 * text.count("\n") > MOST_LINES:
            return text, cost, seconds
        n *= 2


def measured(editor, action, delay):
    """Milliseconds until the answer, and of the processor after it. `delay`: since the analysis began; None: without."""
    editor.change(editor.long, {"text": editor.long_text})
    editor.rest()
    editor.messages.clear()
    pending = None
    if delay is not None:
        pending = editor.request("textDocument/diagnostic", editor.long)
        time.sleep(delay)
        if editor.answered(pending):
            return None
    took = timed(editor, action, pending)
    if action in ENDS:
        return took, 0.0
    if action in (hover_elsewhere, edit_elsewhere, cancel):
        editor.type(editor.long)  # so that the analysis ends
    rest = editor.rest()
    if action is close:
        editor.open(editor.long, editor.long_text)
    return took, rest


def table(folder, make, rounds):
    text, cost, seconds = long_enough(folder, make)
    print(f"{make.__name__}: {text.count(chr(10))} lines, {cost:.1f} s of the processor, {seconds:.1f} s")
    print(f"  {'':18} {'idle p50':>9} {'p99':>7} {'max':>7}   {'busy p50':>9} {'p99':>7} {'max':>7} {'ratio':>6} {'then CPU':>9}")
    chance = random.Random(1)
    for action in ACTIONS:
        few = max(3, rounds // 5) if action in ENDS else rounds
        times, rests = {False: [], True: []}, []
        editor = Editor(folder, text)
        for _ in range(few):
            for busy in (False, True):
                found = measured(editor, action, chance.uniform(0.02, 0.9) * seconds if busy else None)
                if found:
                    times[busy].append(found[0])
                    rests += [found[1]] if busy else []
                if action in ENDS:
                    editor.__exit__()
                    editor = Editor(folder, text)
        editor.__exit__()
        figures = []
        for busy in (False, True):
            some = sorted(times[busy]) or [float("nan")]
            figures += [some[len(some) // 2], some[min(len(some) - 1, int(len(some) * 0.99))], some[-1]]
        ratio = figures[3] / max(figures[0], 0.1)
        print("  {:18} {:9.1f} {:7.1f} {:7.1f}   {:9.1f} {:7.1f} {:7.1f} {:6.1f} {:9.0f}".format(
            action.__name__, *figures, ratio, max(rests, default=0)), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--kinds", default=",".join(KINDS))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for kind in args.kinds.split(","):
            table(Path(folder), KINDS[kind], args.rounds)


if __name__ == "__main__":
    main()
