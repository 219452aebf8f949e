"""The router softens its gates when a single expert attracts most of the tokens."""

from typing import Dict

import torch
from torch import nn

from fxkit import build, randn


class SoftRouter(nn.Module):
    def __init__(self, dim: int, experts: int, cap: float):
        super().__init__()
        self.w = nn.Linear(dim, experts, bias=False)
        self.lift = nn.Parameter(torch.tensor(0.01))
        self.cap = cap

    def overloaded(self, gates: torch.Tensor) -> torch.Tensor:
        load = gates.detach().mean(0)
        return load.max() > self.cap

    def forward(self, tokens: torch.Tensor) -> Dict[str, torch.Tensor]:
        gates = self.w(tokens).softmax(-1)
        uniform = gates.mean(-1, keepdim=True)
        gates = gates + self.lift * uniform if self.overloaded(gates) else gates - 0.01 * uniform
        aux = (gates.mean(0) * gates.detach().amax(0)).sum()
        return {"gates": gates, "aux": aux}


def load():
    return torch.compile(SoftRouter(6, 3, 0.42))


def cases():
    yield from build(load, lambda: (randn(8, 6),), "grad nan")
    yield from build(load, lambda: (randn(8, 6) * 0.01,), "grad nan+grad", tag="even-")
    yield from build(load, lambda: (torch.ones(8, 6) * 3.0,), "grad inf+grad", tag="skew-")


EXPECT = {'topic': 'moe',
 'rewrites': ['R1'],
 'breaks': {25: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['finite-grad', 'grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
