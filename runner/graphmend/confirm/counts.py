"""How often what Dynamo did happens at run time: calls of compiled code, resumptions behind breaks, frames left to eager.

Compiled code is cached, so Dynamo itself sees nothing of the second call. Python's profiling hook does: a break shows as
the call of the function that Dynamo made to resume behind it.
"""

import contextlib
import sys
import threading
import time
from _thread import get_ident

import torch
from torch._dynamo import eval_frame

from graphmend.rewritten import original_line

try:
    from torch._dynamo.eval_frame import skip_code
except ImportError:  # before 2.9
    from torch._C._dynamo.eval_frame import skip_code

RESUMED = "torch_dynamo_resume_in_"
PAUSE = 0.5  # seconds between two reports


def entries():
    """The code of what torch.compile returns: the one door into compiled code."""
    def inner(code):
        for each in code.co_consts:
            if hasattr(each, "co_consts"):
                yield each
                yield from inner(each)

    made = inner(eval_frame._TorchDynamoContext.__call__.__code__)
    return [code for code in made if code.co_name in ("compile_wrapper", "_fn")]


class Counts:
    """Sends `counts` events: everything so far, so that the last one counts. A forward is an outermost call of compiled
    code; `most` is the greatest number within one forward.
    """

    def __init__(self, channel):
        self._channel = channel
        self.forwards = 0
        self._signatures = {}
        self._places = {}   # (kind, path, line, function) -> [all, most in a forward, in this one]
        self._resumed = {}  # id of code that goes on behind a break -> such a list; equal code may stand in many places,
        self._eager = {}    # and hashing it takes long; code left to eager -> the same
        self._kept = []     # codes, so that no id is used again
        self._sent = 0.0
        self._hook = None
        self._before = None  # the profiling hook that was there

    def watch(self, code):
        """From now on the runs of a frame that was left to eager are counted."""
        place = ("eager", code.co_filename, code.co_firstlineno, plain_name(code.co_name))
        self._eager[id(code)] = self._places.setdefault(place, [0, 0, 0])
        self._kept.append(code)

    def _resumed_at(self, code):
        seen = self._resumed[id(code)] = self._places.setdefault(("resumed", *resumption(code)), [0, 0, 0])
        self._kept.append(code)
        return seen

    def install(self):
        self._hook = self._make_hook(entries())
        before = sys.getprofile()
        self._before = before if callable(before) else None  # cProfile's own cannot be set again from Python
        threading.setprofile(self._hook)
        sys.setprofile(self._hook)

    @contextlib.contextmanager
    def paused(self):
        """While Dynamo compiles, which is much Python and none of the program's, nothing is counted."""
        if self._hook is None or sys.getprofile() is not self._hook:
            yield
            return
        sys.setprofile(None)
        try:
            yield
        finally:
            sys.setprofile(self._hook)

    def uninstall(self):
        sys.setprofile(self._before)
        threading.setprofile(None)
        self._forward_ended()
        self._send()

    def _make_hook(self, doors):
        depth = {}  # of calls of compiled code, by thread
        entry_ids = {id(code) for code in doors}
        eager, resumed = self._eager, self._resumed
        begin, end, resumed_at = self._forward_begins, self._forward_ended, self._resumed_at

        def hook(frame, event, _argument):
            if event == "call":
                code = frame.f_code
                if id(code) in entry_ids:
                    thread = get_ident()
                    deep = depth.get(thread, 0)
                    depth[thread] = deep + 1
                    if deep == 0:
                        begin(frame.f_locals)
                    return
                seen = eager.get(id(code))
                if seen is not None:
                    seen[0] += 1
                    seen[2] += 1
                if code.co_name.startswith(RESUMED):
                    seen = resumed.get(id(code)) or resumed_at(code)
                    seen[0] += 1
                    seen[2] += 1
            elif event == "return" and id(frame.f_code) in entry_ids:
                thread = get_ident()
                deep = depth[thread] = depth.get(thread, 1) - 1
                if deep == 0:
                    end()

        # Dynamo is at work while the hook runs, and must not compile what it calls then.
        for function in (hook, Counts._resumed_at, resumption, plain_name):
            skip_code(function.__code__)
        return hook

    def _forward_begins(self, values):
        self.forwards += 1
        text = described(values)
        self._signatures[text] = self._signatures.get(text, 0) + 1

    def _forward_ended(self):
        for seen in self._places.values():
            seen[1] = max(seen[1], seen[2])
            seen[2] = 0
        if time.monotonic() - self._sent > PAUSE:
            self._send()

    def _send(self):
        self._sent = time.monotonic()
        self._channel.send(
            "counts",
            forwards=self.forwards,
            signatures=[[text, count] for text, count in self._signatures.items()],
            resumed=self._seen("resumed"),
            eager=self._seen("eager"),
        )

    def _seen(self, kind):
        found = [(place, seen) for place, seen in self._places.items() if place[0] == kind and seen[0]]
        return [[path, original_line(path, line), name, *seen[:2]] for (_, path, line, name), seen in found]


def plain_name(name):
    """The name of the author's for a function that Dynamo made to go on in it: `..._in_forward_at_12` is `forward`."""
    while name.startswith(RESUMED):
        name = name[len(RESUMED):].rpartition("_at_")[0]
    return name


def resumption(code):
    """(path, line, function) of the statement behind which `code` goes on, if Dynamo made it for that."""
    line = code.co_name.rpartition("_at_")[2]
    return code.co_filename, int(line) if line.isdigit() else code.co_firstlineno, plain_name(code.co_name)


def described(values):
    """`values`: the local variables of an entry. "forward(f32[2, 4], mask=bool[2]) training, grad" for people."""
    function = values.get("fn")
    owner = getattr(function, "__self__", None)
    name = type(owner).__name__ if isinstance(owner, torch.nn.Module) else getattr(function, "__qualname__", "?")
    shown = [_kind(each) for each in values.get("args", ())]
    shown += [f"{key}={_kind(each)}" for key, each in (values.get("kwargs") or {}).items()]
    modes = ["grad" if torch.is_grad_enabled() else "no grad"]
    if isinstance(owner, torch.nn.Module):
        modes.insert(0, "training" if owner.training else "eval")
    return f"{name}({', '.join(shown)}) {', '.join(modes)}"


def _kind(value):
    if isinstance(value, torch.Tensor):
        return str(value.dtype).replace("torch.", "") + str(list(value.shape))
    if value is None or isinstance(value, (bool, int, float)):
        return repr(value)
    return type(value).__name__

