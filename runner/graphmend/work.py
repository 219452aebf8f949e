"""What `graphmend` starts in the user's interpreter: does the one thing that it is asked for."""

import importlib
import os
import sys
import sysconfig

from graphmend import forked_work, rewritten
from graphmend.channel import Channel

WORK = {"confirm": "graphmend.confirm", "compare": "graphmend.compare", "probe": "graphmend.confirm.probes", "profile": "graphmend.profile"}


def main():
    """Imports torch, says which one it is, and hands over to the module of the request. Never returns."""
    channel = Channel(os.environ.pop("GRAPHMEND_CHANNEL"))
    channel.send("python", version=list(sys.version_info[:3]), executable=sys.executable, library=sysconfig.get_path("stdlib"))
    if channel.request["do"] != "profile":  # whose arms import it themselves
        torch = _import_torch(channel)
        channel.request = forked_work.mine(channel)  # before anything asks for a GPU, which no fork survives
        device = torch.cuda.get_device_name() if torch.cuda.is_available() else "cpu"
        channel.send("torch", version=str(torch.__version__), device=device, library=os.path.dirname(os.path.abspath(torch.__file__)))
    module = importlib.import_module(WORK[channel.request["do"]])
    rewritten.install(channel.request.get("rewritten", {}))
    sys.path.append(sys.path.pop(0))  # behind everything of the user's; what is imported later still finds us
    sys.exit(module.work(channel, channel.request))


def _import_torch(channel):
    try:
        import torch
        import torch._dynamo
    except BaseException as error:  # a broken library may end the process in any way
        missing = isinstance(error, ModuleNotFoundError) and error.name == "torch"
        what = "has no torch" if missing else f"cannot import torch: {type(error).__name__}: {error}"
        channel.send("problem", text=f"{sys.executable} {what}")
        sys.exit(2)
    if _release(torch) < (2, 6):
        channel.send("problem", text=f"{sys.executable} has torch {torch.__version__}; 2.6 or newer is needed")
        sys.exit(2)
    return torch


def _release(torch):
    return tuple(int("".join(filter(str.isdigit, part)) or 0) for part in str(torch.__version__).split(".")[:2])
