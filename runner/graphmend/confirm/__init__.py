"""`graphmend confirm`: runs the user's program and tells what Dynamo did where."""

import os
import sys

from graphmend import children
from graphmend.confirm.counts import Counts
from graphmend.confirm.record import Record, is_library
from graphmend.targets import run


def work(channel, request):
    """Runs `request["target"]` with everything that Dynamo does recorded; the exit status of the program."""
    children.include(channel.address)
    finish = listen(channel)
    try:
        return run(request, channel, finish)
    finally:
        finish()


def listen(channel):
    """From now on `channel` hears what Dynamo does in this process; the result is to be called at its end."""
    counts = Counts(channel)
    Record(channel, counts).install(backend=channel.request.get("backend") or None)
    counts.install()

    def finish():
        counts.uninstall()
        channel.send("modules", paths=_imported())

    return finish


def _imported():
    """The files of the program's own modules."""
    files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    return sorted({os.path.abspath(path) for path in files if isinstance(path, str) and path.endswith(".py") and not is_library(path)})
