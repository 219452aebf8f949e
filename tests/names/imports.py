"""What imports bind, and to what."""

from __future__ import annotations
import torch
import torch.nn
import torch.nn.functional as F, os.path
import numpy as np; import a . b . c
from torch import nn as layers, Tensor
from torch.utils.checkpoint import (
    checkpoint,  # a comment
    noop as nothing,
)
from . import sibling
from .. import cousin as relative
from .pkg.module import name
from . . far import away
from stars import *
from .more import *
from long. \
    path import thing
from typing import TYPE_CHECKING

try:
    import flash
    from fast import kernel
except ImportError:
    flash = None
    from slow import kernel

if TYPE_CHECKING:
    from hints import Hint
else:
    Hint = object


def lazy(torch=torch):
    import numpy
    import numpy.linalg
    from math import *
    return torch.tensor, numpy.array, np.array, F.relu


def local():
    import torch
    return torch.ones, kernel, flash


class Holder:
    from torch import relu
    import __private

    def use(self):
        return relu, torch.relu
