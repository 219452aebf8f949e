"""Several pieces of work in fresh processes that have nothing in common but torch, which is imported once."""

import os
import signal
import sys

NUMBER = "GRAPHMEND_TURN"  # of the turn of this process and those that it starts


def mine(channel):
    """The request of this process. Where a request holds `turns`, more of it for each, this process forks for one after the
    other, tells how each ended, and ends itself; `mine` returns in the children.
    """
    if channel.request.get("turns"):
        _prepare(channel.request)
    for number, _ in enumerate(channel.request.get("turns", ())):
        child = os.fork()
        if child == 0:
            os.environ[NUMBER] = str(number)
            channel.on_death(lambda: os.kill(os.getpid(), signal.SIGKILL))
            return of(channel.request)
        code, late = _ended(child, channel.request.get("timeout", 0))
        channel.send("turn", number=number, code=code, late=late)
    if "turns" in channel.request:
        sys.exit(0)
    return channel.request


def of(request):
    """The request of the turn that this process belongs to."""
    return {**request, **request["turns"][int(os.environ[NUMBER])]} if NUMBER in os.environ else request


def _prepare(request):
    """Imports what every turn would: the first torch.compile brings in much of torch. Not what the program may configure
    before, which is its own compiler, nor where there may be a GPU, which no fork survives.
    """
    import torch

    if request.get("backend") and not torch.version.cuda and not torch.version.hip:
        torch.compile(_prepare)


def _ended(child, seconds):
    """(exit status, or the number of a signal below 0; whether it took longer than `seconds`, if that is not 0)."""
    late = []

    def end(*_):
        late.append(True)
        os.kill(child, signal.SIGKILL)

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(seconds)
    _, status = os.waitpid(child, 0)
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
    return os.waitstatus_to_exitcode(status), bool(late)
