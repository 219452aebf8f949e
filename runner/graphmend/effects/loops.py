"""Loops of which the data decides how often they go round, and where they write: one operator of the graph runs them.

All that is left of such a loop is what it has written to a few tensors. In front of it they are what they were, so that
their shapes are known, and nothing needs to be known of the data while the graph is made.

    for row, column in torch.nonzero(special):
        mask[row, :column] = True
"""

import hashlib

import torch

from graphmend.effects.operators import begin_loop, register
from graphmend.effects.values import is_plain, pack
from graphmend.constant_folding import reading


def loop(text, written, line, module):
    """A function to call in front of the loop while compiling.

    text: the loop in a function `loop`, the first parameters of which it writes to: so many as `written` says.
    line: where the text begins in the file of the module. module: its globals.
    The function gives the tensors as they are behind the loop; None where the loop has to run itself: what it reads
    cannot be carried by a graph, wants a gradient, or is known while the graph is made.
    """
    prefix = register(_key(text, line, module), _compiled(text, line, module), keeps=False)

    def site(*values):
        tensors, numbers = [], []
        packed = pack(list(values), tensors, numbers)
        if packed == "" or len(tensors) < written or _is_cast():
            return None
        for each in values[:written]:
            if not is_plain(each):
                return None
        for each in tensors[written:]:
            if reading(each) is each:
                return begin_loop(prefix + packed, written, tensors, numbers)
        return None

    return site


def _is_cast():
    # The graph says so where it stands; the operator does not know.
    return torch.is_autocast_enabled("cpu") or torch.is_autocast_enabled("cuda")


def _compiled(text, line, module):
    made = {}
    exec(compile("\n" * (line - 1) + text, module.get("__file__") or "<loop>", "exec"), module, made)
    return made["loop"]


def _key(text, line, module):
    content = repr((text, line, module.get("__name__")))
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]
