"""One arm: the program in a process of its own, which is told by lines of JSON when to do what.

A script runs once; what is measured then is a call of compiled code that it made (captured.py).
"""

import contextlib
import json
import os
import resource
import socket
import statistics
import sys
import tempfile
import time

from graphmend import rewritten
from graphmend.profile.cudagraphs import CudaGraphs
from graphmend.profile.trace import CALL, figures
from graphmend.targets import Wrong
from graphmend.values import tensors_in

WARM = 5            # calls in each of two rows whose medians have to agree; the page says these figures (HOW)
CLOSE = 0.05        # within which share
MOST_WARM = 60      # calls, after which it is taken as it is
BLOCK = 0.1         # seconds that a block of timed calls takes, at least
FEWEST = 5          # calls in a block
TRACED = 5          # calls, of which the quickest is shown: something else on the machine disturbs the others


def main(descriptor):
    with socket.socket(fileno=descriptor) as connection, connection.makefile("rw") as lines:
        arm = None
        for line in lines:
            request = json.loads(line)
            try:
                if arm is None:
                    arm = Program(request)
                    answer = {}
                else:
                    answer = getattr(arm, request.pop("do"))(**request)
            except Wrong as error:
                answer = {"error": str(error)}
            except Exception as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
            lines.write(json.dumps(answer) + "\n")
            lines.flush()


class Program:
    """The call that is measured, for the target of a request."""

    def __init__(self, request):
        rewritten.install(request["rewritten"])
        import torch

        from graphmend.confirm.counts import Counts
        from graphmend.confirm.record import Record, use_backend
        from graphmend.profile.breaks import Heard
        from graphmend.targets import compiled_call

        self._torch = torch
        self._cuda = torch.cuda.is_available()
        torch.manual_seed(0)
        self._heard = Heard()
        self._counts = Counts(self._heard)
        Record(self._heard, self._counts).install()
        if request.get("backend"):
            use_backend(request["backend"])
        self._graphs = CudaGraphs()
        if self._cuda:
            self._graphs.install()
        self._first, self._grad = None, False
        if "object" in request["target"]:
            self._call = compiled_call(request, mode=request.get("mode"))
            if self._cuda:
                self._call.to("cuda")
        else:
            from graphmend.profile.captured import Captured

            script = Captured(request, self._heard)
            self._call, self._first, self._grad = script.call, script.first, script.grad
        self._train = bool(request.get("train"))
        self._step = self._make_step()

    def _make_step(self):
        call, torch = self._call, self._torch
        if not self._train:
            def step():
                with torch.set_grad_enabled(self._grad):
                    call()

            return step
        parameters = [each for each in call.parameters() if each.requires_grad]
        optimizer = torch.optim.SGD(parameters, lr=1e-4) if parameters else None

        def step():
            if optimizer:
                optimizer.zero_grad()
            loss = sum(each.float().sum() for each in tensors_in(call()) if each.requires_grad)
            loss.backward()
            if optimizer:
                optimizer.step()

        return step

    def _timed(self, around=contextlib.nullcontext()):
        begin = time.perf_counter()
        with around:
            self._step()
        if self._cuda:
            self._torch.cuda.synchronize()
        return time.perf_counter() - begin

    def cold(self):
        """Seconds of the first call, which compiles: of a script, the one that it made itself. And graphs compiled so far."""
        from torch._dynamo.utils import compile_times, counters

        first = self._first or self._timed()
        names, rows = compile_times(repr="csv", aggregate=True)
        spent = dict(zip(names, (float(row) for row in rows)))
        compiling = next((value for name, value in spent.items() if "_compile.compile_inner" in name), None)
        return {"firstCall": first, "compiling": compiling, "graphs": counters["stats"]["unique_graphs"]}

    def warm(self, batch):
        """Calls until the last two rows of calls take the same time."""
        self._call.set_batch(batch)
        times = []
        while len(times) < MOST_WARM:
            times.append(self._timed())
            if len(times) >= 2 * WARM:
                old, new = statistics.median(times[-2 * WARM : -WARM]), statistics.median(times[-WARM:])
                if abs(old - new) <= CLOSE * old:
                    break
        self._block = max(FEWEST, int(BLOCK / max(statistics.median(times[-WARM:]), 1e-6)))
        return {"calls": len(times)}

    def time(self):
        return {"seconds": [self._timed() for _ in range(min(self._block, 2000))]}

    def rows(self):
        return {"rows": self._call.rows()}

    def trace(self, folder):
        """What one call does, from Kineto's trace; how often it breaks; what it takes of memory."""
        profiler, torch = self._torch.profiler, self._torch
        activities = [profiler.ProfilerActivity.CPU] + ([profiler.ProfilerActivity.CUDA] if self._cuda else [])
        if self._cuda:
            torch.cuda.reset_peak_memory_stats()
        quietest = None
        for _ in range(TRACED):
            with profiler.profile(activities=activities, with_stack=self._cuda) as traced:
                seconds = self._timed(profiler.record_function(CALL))
            if quietest is None or seconds < quietest:
                quietest, trace = seconds, traced
        name = "after" if rewritten.is_any() else "before"
        path = os.path.join(folder or tempfile.mkdtemp(prefix="graphmend-"), f"{name}.json")
        trace.export_chrome_trace(path)
        with open(path, encoding="utf-8") as file:
            found = figures(json.load(file))
        lanes = found["timeline"]
        lanes["breaks"] = [begin for begin, _, region in lanes["regions"] if self._heard.goes_on_behind_a_break(region)]
        if not folder:
            os.remove(path)
            os.rmdir(os.path.dirname(path))
        peak = torch.cuda.max_memory_allocated() if self._cuda else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        return {**self._breaks(), **found, "peakMemory": peak, "device": torch.cuda.get_device_name() if self._cuda else "cpu",
                "torch": torch.__version__, "python": sys.version.split()[0], "threads": torch.get_num_threads(),
                "cudagraphs": self._told_of_graphs()}

    def _breaks(self):
        self._counts.install()
        self._step()
        self._counts.uninstall()
        counts = self._heard.last["counts"]
        sites = self._heard.breaks(counts)
        return {"breaks": sum(site["breaks"] for site in sites), "sites": sites, "leftToEager": self._heard.left(counts)}

    def _told_of_graphs(self):
        """Of CUDA graphs: None without a GPU."""
        return {"skipped": self._graphs.skipped, "recorded": self._graphs.recorded} if self._cuda else None
