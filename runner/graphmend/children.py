"""Processes that the program starts, ranks of a distributed program say: what Dynamo does in them is told as well."""

import atexit
import importlib
import importlib.util
import os
import signal
import sys

from graphmend import forked_work, rewritten
from graphmend.channel import Channel

ADDRESS = "GRAPHMEND_CHILDREN"  # of the line to the program `graphmend`; child processes inherit it
AWAITED = {"confirm": ("torch._dynamo", "graphmend.confirm"), "compare": ("torch", "graphmend.compare")}  # by "do"
START = os.path.join(os.path.dirname(os.path.abspath(__file__)), "hook", "start")


def include(address):
    """From now on every Python that this process starts calls `install`, by start/sitecustomize.py."""
    os.environ[ADDRESS] = address
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [START, os.environ.get("PYTHONPATH")]))


def install():
    """Called once in such a process, before its program. torch is not imported, but waited for."""
    try:
        channel = Channel(os.environ[ADDRESS])
        channel.request = forked_work.of(channel.request)
    except (OSError, ValueError):
        return  # `graphmend` has gone, and the program goes on
    channel.on_death(lambda: os.kill(os.getpid(), signal.SIGKILL))  # ranks do not outlive it, as we do not
    rewritten.install(channel.request.get("rewritten", {}), main=True)
    sys.meta_path.insert(0, _Awaited(channel, *AWAITED[channel.request["do"]]))


class _Awaited:
    """The first of sys.meta_path until a module is imported: right behind it, another one of ours begins to listen."""

    def __init__(self, channel, name, listener):
        self._channel, self._name, self._listener = channel, name, listener

    def find_spec(self, name, path=None, target=None):
        """As importlib.abc.MetaPathFinder.find_spec."""
        if name != self._name:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            atexit.register(importlib.import_module(self._listener).listen(self._channel))

        spec.loader.exec_module = exec_module
        return spec
