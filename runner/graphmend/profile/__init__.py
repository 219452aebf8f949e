"""`graphmend profile`: the original beside the rewritten program, measured in one run.

Each arm is a process of its own. They take turns (A B B A, A B B A ...), so that what changes on the machine meanwhile
changes both, and each is warm before it counts.
"""

import contextlib
import json
import os
import socket
import subprocess
import sys

from graphmend.profile.statistics import compared, summary
from graphmend.report import page, rows_of

START = "import sys; sys.path[0] = sys.argv.pop(1); from graphmend.profile.arm import main; main(int(sys.argv.pop(1)))"
ARMS = ("before", "after")
QUIET = {"KINETO_LOG_LEVEL": "99", **os.environ}  # without lines of torch.profiler for each trace


class Arm:
    """A process that has the program in it and does what it is told, one thing at a time."""

    def __init__(self, name, request, texts):
        self.name = name
        ours, theirs = socket.socketpair()
        runner = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        command = [sys.executable, "-c", START, runner, str(theirs.fileno())]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdout=subprocess.DEVNULL, env=QUIET)
        theirs.close()
        self._lines = ours.makefile("rw")
        self._tell({**request, "rewritten": texts})

    def ask(self, what):
        """The answer to one request, a dict; RuntimeError if the process has an error or is gone."""
        self._tell(what)
        return self.answer()

    def _tell(self, what):
        with contextlib.suppress(OSError):  # it is gone, which the answer says
            self._lines.write(json.dumps(what) + "\n")
            self._lines.flush()

    def answer(self):
        """As `ask`; that to being started, whatever it is told next."""
        try:
            line = self._lines.readline()
        except OSError:
            line = ""
        if not line:
            raise RuntimeError(f"the program {self.name} fixes ended with exit status {self._process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"the program {self.name} fixes: {answer['error']}")
        return answer

    def end(self):
        self._lines.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()


def work(channel, request):
    """Measures and sends one `profile` event: see `measured` for its fields. 2 if that was not possible."""
    try:
        result = measured(request, lambda text: channel.send("progress", text=text))
    except RuntimeError as error:
        channel.send("problem", text=str(error))
        return 2
    result.update(request.get("told", {}))
    result["rows"] = rows_of(result)
    if request.get("report"):
        with open(request["report"], "w", encoding="utf-8") as file:
            file.write(page(result))
    channel.send("profile", **{key: value for key, value in result.items() if key != "timeline"})
    channel.send("end", status=0, exception=None)
    return 0


def measured(request, progress):
    """{"batches": [{"batch", "before", "after", "change"}], "arms": {name: cold, memory, breaks, trace}, "timeline", "load"}.

    Times are seconds for a call. `before` and `after` hold median, p95, deviation, samples and calls per second;
    `change` holds the ratio after / before with the interval that holds it in 95 of 100 resamplings, and `measurable`.
    `load` is how many processes wanted a processor before and after, in the mean of a minute, and how many there are.
    """
    arms, load = [], os.getloadavg()[0]
    try:
        progress("starting the program before and after fixes")
        for name, texts in zip(ARMS, ({}, request["texts"])):
            arms.append(Arm(name, request, texts))
        for arm in arms:
            arm.answer()
        cold = {arm.name: _told(progress, arm, "first call", {"do": "cold"}) for arm in arms}
        batches = [_batch(arms, batch, request.get("rounds", 3), progress) for batch in request.get("batches") or [None]]
        ends = {arm.name: _told(progress, arm, "one call, traced", {"do": "trace", "folder": request.get("traces")}) for arm in arms}
        timeline = {name: end.pop("timeline") for name, end in ends.items()}
        return {"batches": batches, "arms": {name: {**cold[name], **ends[name]} for name in cold}, "timeline": timeline,
                "load": [load, os.getloadavg()[0], os.cpu_count()]}
    finally:
        for arm in arms:
            arm.end()


def _told(progress, arm, what, request):
    progress(f"{arm.name}: {what}")
    return arm.ask(request)


def _batch(arms, batch, rounds, progress):
    size = "" if batch is None else f", batch {batch}"
    for arm in arms:
        _told(progress, arm, f"warming up{size}", {"do": "warm", "batch": batch})
    blocks = {arm.name: [] for arm in arms}
    for number in range(rounds):
        progress(f"round {number + 1} of {rounds}{size}")
        for arm in (arms[0], arms[1], arms[1], arms[0]):
            blocks[arm.name].append(arm.ask({"do": "time"})["seconds"])
    rows = arms[0].ask({"do": "rows"})["rows"]
    result = {name: summary(block, rows) for name, block in blocks.items()}
    return {"batch": batch, **result, "change": compared(blocks["before"], blocks["after"])}
