"""Top-1 token dispatch with a capacity per expert; dropped tokens are summarised for the training log."""

from dataclasses import asdict, dataclass

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


@dataclass
class RoutingSummary:
    dropped: int
    drop_rate: float
    max_load: int
    balance: float


class Top1Router(nn.Module):
    def __init__(self, dim=4, experts=3, capacity_factor=1.0):
        super().__init__()
        self.gate = nn.Linear(dim, experts, bias=False)
        self.experts = nn.Parameter(torch.randn(experts, dim, dim) * 0.3)
        self.capacity_factor = capacity_factor

    def positions(self, onehot):
        """Rank of every token within its expert."""
        return ((onehot.cumsum(0) - 1) * onehot).sum(-1)

    def summary(self, onehot, kept, probs):
        load = onehot.sum(0)
        dropped = int((~kept).sum())
        balance = float((load / load.sum() * probs.detach().mean(0)).sum() * load.shape[0])
        return RoutingSummary(dropped, dropped / kept.shape[0], int(load.max()), balance)

    def forward(self, x):
        probs = F.softmax(self.gate(x), dim=-1)
        weight, index = probs.max(-1)
        onehot = F.one_hot(index, probs.shape[-1])
        capacity = max(1, int(self.capacity_factor * x.shape[0] / probs.shape[-1]))
        kept = self.positions(onehot) < capacity
        routed = torch.einsum("td,edk,te->tk", x, self.experts, onehot.to(x.dtype))
        out = x + routed * (weight * kept)[:, None]
        return out, asdict(self.summary(onehot, kept, probs))


def cases():
    yield from build(lambda: torch.compile(Top1Router()), lambda: (randn(6, 4),), "base grad")
    yield from build(lambda: torch.compile(Top1Router(capacity_factor=9.0)), lambda: (randn(6, 4),), "base", tag="roomy-")
    yield from build(lambda: torch.compile(Top1Router()), lambda: (torch.ones(6, 4),), "base", tag="same-")

EXPECT = {'topic': 'MoE',
 'rewrites': ['R21', 'R27'],
 'breaks': {33: 3, 34: 2, 35: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['close', 'number-tensor']}
