"""What Dynamo does with one entry: it is called three times, with other sizes and values the second time, and in evaluation
the third time if it is a module.
"""

import contextlib
import random

import guesses
import torch
import torch._dynamo
from graphmend.confirm.record import Record


class Events:
    """Stands for the channel that a run of `graphmend confirm` tells through, and for its counts of calls."""

    def __init__(self):
        self.all = []

    def send(self, kind, **fields):
        self.all.append((kind, fields))

    def watch(self, code):
        pass

    def paused(self):
        return contextlib.nullcontext()


def seed():
    torch.manual_seed(0)
    random.seed(0)


def call(function, values, grown=False):
    seed()
    return function(**{name: guesses.made(value, grown) for name, value in values.items()})


def calls(subject, values):
    """The three calls, without those that the program itself does not survive."""
    def again(mode, grown):
        def run(function):
            if isinstance(subject, torch.nn.Module):
                subject.train(mode)
            return call(function, values, grown)
        return run

    kept = []
    for run in (again(True, False), again(True, True), again(False, False)):
        try:
            run(subject)
            kept.append(run)
        except Exception:  # the program's; other sizes need not fit
            if not kept:
                raise
    return kept


def observe(subject, values):
    """The events of Record, of all calls."""
    runs = calls(subject, values)
    events = Events()
    Record(events, events).install()
    torch._dynamo.reset()
    compiled = torch.compile(subject, backend="eager")
    raised = None
    for run in runs:
        try:
            run(compiled)
        except Exception as error:
            raised = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    return {"calls": len(runs), "raised": raised, "breaks": [fields for kind, fields in events.all if kind == "break"],
            "frames": [fields for kind, fields in events.all if kind == "frame"]}
