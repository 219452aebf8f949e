"""Router with loss-free load balancing: the selection bias of every expert follows its load."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class LossFreeRouter(nn.Module):
    def __init__(self, dim=6, num_experts=4, top_k=2, update_rate=1e-3):
        super().__init__()
        self.gate = nn.Linear(dim, num_experts, bias=False)
        self.top_k, self.num_experts, self.update_rate = top_k, num_experts, update_rate
        self.register_buffer("expert_bias", torch.zeros(num_experts))

    @torch.no_grad()
    def update_bias(self, topk_idx):
        load = F.one_hot(topk_idx, self.num_experts).sum((0, 1)).float()
        mean_load = load.mean()
        for i in range(self.num_experts):
            if load[i] > mean_load:
                self.expert_bias[i] -= self.update_rate
            elif load[i] < mean_load:
                self.expert_bias[i] += self.update_rate

    def forward(self, x):
        scores = torch.sigmoid(self.gate(x))
        _, topk_idx = torch.topk(scores + self.expert_bias, self.top_k, dim=-1)
        weights = scores.gather(-1, topk_idx)
        weights = weights / (weights.sum(-1, keepdim=True) + 1e-20)
        if self.training:
            self.update_bias(topk_idx)
        return weights, topk_idx


def load():
    return torch.compile(LossFreeRouter())


def evaluation():
    return torch.compile(LossFreeRouter().eval())


def cases():
    yield from build(load, lambda: (randn(8, 6),), "base grad zero")
    yield from build(load, lambda: (randn(2, 6),), "base expanded", tag="two-")
    yield from build(evaluation, lambda: (randn(8, 6),), "base", tag="eval-")


EXPECT = {'topic': 'moe',
 'rewrites': [],
 'breaks': {22: 5},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': []}
