from __future__ import annotations

import torch

from app import ACTIVATIONS
from .layers import Base
from .layers.base import checked
from .missing import nothing
from .broken import half

try:
    import absent
except ImportError:
    absent = None


class Model(Base):
    def forward(self, x: torch.Tensor):
        if self.threshold > 1:
            x = x + 1
        if absent is None:
            x = half(x)
        return ACTIVATIONS["cut"](self.act(x))


class Checked(Base):
    @checked
    def forward(self, x: torch.Tensor):
        return x * 2


class Filled(Base):
    def forward(self, x: torch.Tensor):
        return ACTIVATIONS["positive"](x), ACTIVATIONS["largest"](x), ACTIVATIONS["smallest"](x)
