"""The call that a script is measured by: of what it compiles the part that takes longest, with its first arguments."""

import gc
import sys
import time
import types

import torch

from graphmend.confirm.counts import entries, skip_code
from graphmend.targets import CompiledCall, Wrong, run
from graphmend.values import mapped


class Captured:
    """The script runs to its end; every outermost call of compiled code is looked at on the way in and out."""

    def __init__(self, request, channel):
        self._doors = {id(code) for code in entries()}
        self._depth = 0
        self._seen = {}   # id of what was compiled -> _Part
        self._kept = []   # so that no id is used again
        # Dynamo is at work while the hook runs, and must not compile what it calls then.
        for function in (Captured._hook, Captured._part_of, _Part.__init__, _Part.took, _wrapper_of, mapped):
            skip_code(function.__code__)
        sys.setprofile(self._hook)
        try:
            status = run(request, channel)
        finally:
            sys.setprofile(None)
        if status != 0:
            raise Wrong(f"the script ended with exit status {status}")
        if not self._seen:
            raise Wrong("nothing was compiled: the program never called what torch.compile returns")
        part = max(self._seen.values(), key=lambda part: part.spent)
        self.first, self.grad, self.call = part.first, part.grad, part.call()

    def _hook(self, frame, event, _value):
        if event not in ("call", "return") or id(frame.f_code) not in self._doors:
            return
        if event == "call":
            self._depth += 1
            if self._depth == 1:
                self._part = self._part_of(frame)
                self._begun = time.perf_counter()
        else:
            self._depth -= 1
            if self._depth == 0:
                if torch.cuda.is_initialized():
                    torch.cuda.synchronize()
                self._part.took(time.perf_counter() - self._begun)

    def _part_of(self, frame):
        function = frame.f_locals["fn"]
        owner = getattr(function, "__self__", function)
        if id(owner) not in self._seen:
            self._kept.append(owner)
            self._seen[id(owner)] = _Part(owner, function, frame)
        return self._seen[id(owner)]


class _Part:
    """One module or function that the script compiles, with copies of its first arguments."""

    def __init__(self, owner, function, frame):
        self._owner = owner
        self._wrapper = _wrapper_of(frame, function)
        copy = lambda tensor: tensor.detach().clone().requires_grad_(tensor.requires_grad)
        self._arguments = mapped((tuple(frame.f_locals["args"]), dict(frame.f_locals["kwargs"])), copy)
        self.grad = torch.is_grad_enabled()
        self.first = None  # seconds of its first call
        self.spent = 0.0   # of all others

    def took(self, seconds):
        if self.first is None:
            self.first = seconds
        else:
            self.spent += seconds

    def call(self):
        made = CompiledCall(self._wrapper, *self._arguments)
        made.owner = self._owner
        return made


def _wrapper_of(frame, function):
    """What torch.compile returned: the function around the frame, among those with the same code."""
    for each in gc.get_referrers(frame.f_code):
        if isinstance(each, types.FunctionType) and each.__closure__:
            values = dict(zip(each.__code__.co_freevars, each.__closure__))
            if "fn" in values and values["fn"].cell_contents is function:
                return each
    raise Wrong("what the script compiled cannot be called again")
