"""Runs calls under Dynamo and says how it breaks there."""
import gc
import logging
import re
import warnings
from dataclasses import dataclass

import numpy
import torch
import torch._dynamo.convert_frame
import torch._dynamo.symbolic_convert
from torch._dynamo.utils import counters


@dataclass(frozen=True)
class Outcome:
    """What Dynamo made of a call: the id of the first break ("" if none), and how much was lost."""

    gb: str = ""
    skip: bool = False
    error: str = ""

    @property
    def clean(self):
        return not self.gb and not self.skip and not self.error


class Messages(logging.Handler):
    """Collects the texts of the graph_breaks log instead of printing them."""

    def __init__(self):
        super().__init__()
        self.texts = []

    def emit(self, record):
        self.texts.append(record.getMessage())


MESSAGES = Messages()
SKIPPED = re.compile(r"Skipping the function|results in a skip|cannot resume from|Graph break: skip:")
BROKEN = re.compile(r"Graph [Bb]reak")
ID = re.compile(r"gb(\d{4})\.html")
# Old releases name few breaks by ids: what they say instead, and the id of the same break since. Ends with
# a question mark, because the id that a later release gives to the same call is the better one.
WORDINGS = {re.compile(words): id_ + "?" for words, id_ in {
    "dynamic shape operator": "GB0036", "data dependent operator": "GB0033", r"Tensor\.item|unsupported index": "GB0124",
    "Dynamic control flow|generic_jump": "GB0170", "Tensor for tolist": "GB0109", r"Tensor\.backward": "GB0123",
    r"Tensor\.requires_grad_": "GB0125", "tensors that require grad": "GB0225", "nn_parameter construction": "GB0264",
    "breaks on RNN": "GB0014", "Logger not supported": "GB0291", "find numpy function": "GB0294", r"numpy\.|numpy$": "GB0290",
    "sparse Tensor": "GB0015", "deepcopy": "GB4198", "context manager|BEFORE_WITH": "GB0142", "non-Tensor": "GB0208",
    "skip function|unsupported (Python )?builtin": "GB0007", "builtin: ": "GB0059", "call_method": "GB0156", "": "GB0147",
}.items()}


def id_of(text):
    """The id of the first break in what Dynamo said, "" if it speaks of none."""
    if named := ID.search(text):
        return "GB" + named.group(1)
    if not BROKEN.search(text):
        return ""
    reason = re.search(r"^ *Reason: (.*)", text, re.M)
    return next(id_ for words, id_ in WORDINGS.items() if words.search(reason.group(1) if reason else text))


def listen():
    """Sends Dynamo's break log here; called once."""
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    torch._logging.set_logs(graph_breaks=True)
    for module in (torch._dynamo.symbolic_convert, torch._dynamo.convert_frame):
        module.graph_break_log.handlers[:] = [MESSAGES]
        module.graph_break_log.propagate = False
    for name in list(logging.root.manager.loggerDict):
        logger = logging.getLogger(name)
        if name.startswith("torch") and not name.endswith("graph_breaks"):
            logger.handlers[:] = [logging.NullHandler()]
            logger.propagate = False


def warm():
    """Lets this process load what the first compilation needs, so that the children that it forks need not."""
    def example(x):
        y = x.view(-1) + 1
        print(end="")
        return torch.nn.functional.linear(x, x)[y.view(2, 2)[:, 0] > 0] + x.sum().item() + float(numpy.sqrt(4.0))

    run(example, (torch.ones(2, 2),))
    run(torch.nn.Linear(2, 2), (torch.ones(2, 2),))
    gc.collect()
    gc.freeze()  # their pages stay shared


def run(function, arguments):
    """Compiles and calls `function`. A call that eager refuses as well is none of ours: callers try eager first."""
    torch._dynamo.reset()
    counters.clear()
    MESSAGES.texts.clear()
    torch.manual_seed(0)
    compiled = torch.compile(function, backend=lambda module, inputs: module.forward)
    error = ""
    try:
        compiled(*arguments)
    except Exception as raised:
        error = f"{type(raised).__name__}: {raised}"
    text = "\n".join(MESSAGES.texts) + error
    gb = id_of(text)
    lost = counters["frames"]["total"] > counters["frames"]["ok"] and bool(counters["unimplemented"])
    return Outcome(gb, bool(SKIPPED.search(text)) or (lost and not gb), error.split("\n")[0][:200])
