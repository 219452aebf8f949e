"""Experts are balanced without a loss: the routing bias of each moves by a fixed step against its load."""

import torch
from torch import nn

from fxkit import build, randn


class BiasBalancedRouter(nn.Module):
    def __init__(self, dim=4, num_experts=4, top_k=2, update_speed=0.01):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(num_experts, dim) * 0.5)
        self.register_buffer("e_score_correction_bias", torch.zeros(num_experts))
        self.num_experts, self.top_k, self.update_speed = num_experts, top_k, update_speed

    @torch.no_grad()
    def update_bias(self, indices):
        load = torch.zeros(self.num_experts).index_add(0, indices.flatten(), torch.ones(indices.numel()))
        mean = load.mean()
        for e in range(self.num_experts):
            if load[e] > mean:
                self.e_score_correction_bias[e] -= self.update_speed
            elif load[e] < mean:
                self.e_score_correction_bias[e] += self.update_speed

    def forward(self, x):
        scores = torch.sigmoid(x @ self.weight.t())
        indices = (scores + self.e_score_correction_bias).topk(self.top_k, dim=-1).indices
        gates = scores.gather(1, indices)
        if self.training:
            self.update_bias(indices)
        return gates / gates.sum(-1, keepdim=True), indices


def load(train=True):
    return torch.compile(BiasBalancedRouter().train(train))


def cases():
    yield from build(load, lambda: (randn(6, 4),), "base grad")
    yield from build(load, lambda: (torch.eye(4) * 3,), "base", tag="one-each-")
    yield from build(lambda: load(False), lambda: (randn(6, 4),), "base", tag="eval-")

EXPECT = {'topic': 'llm',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {21: 4},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
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
