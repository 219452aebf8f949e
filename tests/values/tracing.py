"""Made of lists, numbers and arrays: dtype, depth, and what of it is known while tracing."""

import functools

import numpy as np
import torch
from torch import nn


@torch.compile
def made(x: torch.Tensor, n: int):
    a = torch.tensor([True, False])
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ value: tensor bool rank1
    b = torch.tensor([[1, 2], [3, 4]])
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ value: tensor int rank2
    c = torch.tensor(0.5)
    #   ^^^^^^^^^^^^^^^^^ value: tensor float rank0
    d = torch.tensor([1, 2], dtype=torch.float32)
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ value: tensor float rank1
    e = torch.as_tensor(x)
    #   ^^^^^^^^^^^^^^^^^^ value: tensor
    f = torch.where(x > 0)
    #   ^^^^^^^^^^^^^^^^^^ value: tuple of tensor int
    g = torch.where(x > 0, x, 0.0)
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^ value: tensor float
    h = int(np.ceil(x.shape[0] / 2))
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ value: constant
    i = int(np.prod(x.shape))
    #   ^^^^^^^^^^^^^^^^^^^^^ value: tensor number
    j = [k for k in np.arange(3)]
    #    ^ value: array
    l = list(map(lambda t: t.sum(), [x, x]))
    #                      ^^^^^^^ value: tensor rank0
    m = sorted([x, x], key=lambda t: t.shape[0])
    #                                ^^^^^^^^^^ value: shape number


class Cached(nn.Module):
    @functools.cached_property
    def scale(self):
        return 3

    @property
    def rows(self):
        return 4

    def forward(self, x: torch.Tensor):
        a = self.scale
        #   ^^^^^^^^^^ value: 3
        b = self.rows
        #   ^^^^^^^^^ value: 4
        return x * a + b
