"""The auxiliary router loss is None when the load is already balanced."""

from typing import Optional, Tuple

import torch
from torch import nn

from fxkit import build, randn


class Router(nn.Module):
    def __init__(self, dim=4, num_experts=3, tolerance=0.9):
        super().__init__()
        self.gate = nn.Linear(dim, num_experts)
        self.tolerance = tolerance

    def balance_loss(self, probs) -> Optional[torch.Tensor]:
        load = probs.mean(dim=0)
        if load.max() < self.tolerance:
            return None
        return (load * load).sum() * load.numel()

    def forward(self, x) -> Tuple[torch.Tensor, Optional[torch.Tensor]]:
        probs = self.gate(x).softmax(dim=-1)
        aux = self.balance_loss(probs)
        if aux is not None:
            return probs, aux * 0.01
        return probs, None


def load():
    return torch.compile(Router())


def load_collapsed():
    model = Router()
    with torch.no_grad():
        model.gate.bias[0] = 20.0
    return torch.compile(model)


def cases():
    yield from build(load, lambda: (randn(5, 4),), "base")
    yield from build(load_collapsed, lambda: (randn(5, 4),), "base", tag="collapsed-")


EXPECT = {'topic': 'moe',
 'kind': 'optional_result',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {19: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'naive_differs_in': ['type'],
 'unsafe': []}
