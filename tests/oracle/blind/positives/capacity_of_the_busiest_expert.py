"""Mixture of experts: the tokens are put into one buffer per expert, as long as the busiest expert needs."""

import torch
from torch import nn

from fxkit import build, randn


class CapacityMoE(nn.Module):
    def __init__(self, dim=4, experts=3, inner=5):
        super().__init__()
        self.router = nn.Linear(dim, experts, bias=False)
        self.w1 = nn.Parameter(0.3 * torch.randn(experts, dim, inner))
        self.w2 = nn.Parameter(0.3 * torch.randn(experts, inner, dim))
        self.experts = experts

    def dispatch(self, x, expert):
        one_hot = nn.functional.one_hot(expert, self.experts)
        capacity = max(int(one_hot.sum(0).max().item()), 1)
        slot = (one_hot.cumsum(0) * one_hot).sum(1) - 1
        buffer = x.new_zeros(self.experts, capacity, x.size(-1))
        buffer = buffer.index_put((expert, slot), x)
        return buffer, slot

    def forward(self, x):
        shape = x.shape
        x = x.reshape(-1, shape[-1])
        gate, expert = self.router(x).softmax(-1).max(-1)
        buffer, slot = self.dispatch(x, expert)
        hidden = torch.bmm(torch.relu(torch.bmm(buffer, self.w1)), self.w2)
        return (gate[:, None] * hidden[expert, slot]).view(shape)


def load():
    return torch.compile(CapacityMoE())


def cases():
    yield from build(load, lambda: (randn(2, 4, 4),), "base grad")
    yield from build(load, lambda: (randn(1, 1, 4).expand(1, 5, 4).clone(),), "base grad", tag="crowded-")
    yield from build(load, lambda: (randn(1, 1, 4),), "base", tag="single-")

EXPECT = {'topic': 'LLM, MoE routing',
 'kind': 'size from data',
 'rewrites': [],
 'breaks': {19: 5},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
