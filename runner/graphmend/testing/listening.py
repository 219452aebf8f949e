"""What Dynamo does in a part of this process: where it breaks, how often, and what it compiles again."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

import torch
from torch._dynamo.exc import Unsupported, UserError

from graphmend.confirm.counts import Counts
from graphmend.confirm.record import Record
from graphmend.profile.breaks import Heard


@dataclass
class Break:
    """What breaks at a line, and how often."""

    path: str
    line: int
    function: str
    times: int
    reasons: list[str]  # as Dynamo words them


@dataclass
class Recompilation:
    """Of the function that begins there: the guards that failed, and where the program was that called it."""

    path: str
    line: int
    function: str
    reasons: list[str]
    caller: list


class Listened:
    """`breaks` and `recompilations`, in the order of files and lines, and of time; `calls` of compiled code; `error`: a break
    that was one, as with `fullgraph=True`. They are there when the part has ended.
    """

    def __init__(self):
        self.breaks, self.recompilations, self.calls, self.error = [], [], 0, None

    def take(self, heard):
        """From the events of the part."""
        counts = heard.last["counts"]
        self.calls = counts["forwards"]
        times = {(each["path"], each["line"]): each["breaks"] for each in heard.breaks(counts)}
        # Nothing goes on behind a break at a `return`, so that nobody counts it: it was there once at least.
        self.breaks = [
            Break(path, line, function, times.get((path, line), 1), list(dict.fromkeys(each["reason"] for each in events)))
            for (path, line, function), events in sorted(heard.told().items())
        ]
        self.recompilations = [Recompilation(*each["code"], each["reasons"], each["caller"][-1:]) for each in heard.recompilations]


@contextlib.contextmanager
def listening():
    """Dynamo forgets what it compiled before, so that it tells everything anew. A break that is an error ends the part,
    and is kept; other exceptions are the program's.
    """
    torch._dynamo.reset()
    listened, heard = Listened(), Heard()
    counts = Counts(heard)
    record = Record(heard, counts)
    record.install()
    counts.install()
    try:
        yield listened
    except (Unsupported, UserError) as error:
        if all(each["outcome"] != "error" for events in heard.told().values() for each in events):
            raise
        listened.error = error
    finally:
        counts.uninstall()
        record.uninstall()
        listened.take(heard)
