"""Whether effects can be part of what is being traced. TorchDynamo folds all of it to a constant."""

import logging
import os

import torch
from torch.compiler import is_compiling


def _is_ordered_by_inductor():
    """Inductor computes what follows an effect before the effect unless told otherwise, and can be told since 2.10."""
    return os.path.exists(os.path.join(torch.__path__[0], "_inductor", "fx_passes", "control_dependencies.py"))


if _is_ordered_by_inductor():
    def compiling():
        """True while TorchDynamo traces for torch.compile; not for torch.export, whose result leaves this process."""
        # TorchDynamo 2.11 takes is_exporting() for true whatever it traces; the flag behind it says what is.
        return is_compiling() and not torch.compiler._is_exporting_flag and not _is_in_body()

    def _is_in_body():
        from graphmend.effects.bodies import is_in_body  # TorchDynamo is there by now

        return is_in_body()

else:
    logging.getLogger("graphmend").warning(
        "torch %s cannot keep effects in a graph in order: they break it as before", torch.__version__)

    def compiling():
        """Never: this torch lacks a part, so the original calls run and break the graph."""
        return False
