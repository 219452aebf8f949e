"""Top-1 gating where the capacity of an expert is a tensor that is raised to a minimum."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def _capacity(gates, capacity_factor, min_capacity):
    # gates has shape of SE
    num_tokens, num_experts = gates.shape
    # to(torch.int64) works around a bug in torch.onnx.export
    capacity = torch.ceil((num_tokens / num_experts) * capacity_factor).to(torch.int64)
    if capacity < min_capacity:
        capacity = min_capacity.to(torch.int64)
    return capacity


def top1gating(logits, capacity_factor, min_capacity):
    gates = F.softmax(logits, dim=1)
    capacity = _capacity(gates, torch.tensor(capacity_factor), torch.tensor(min_capacity))
    indices1_s = torch.argmax(gates, dim=1)
    num_experts = gates.shape[1]
    mask1 = F.one_hot(indices1_s, num_classes=num_experts)
    exp_counts = mask1.sum(dim=0).detach()
    # load balancing
    l_aux = (gates.mean(dim=0) * mask1.float().mean(dim=0)).sum() * num_experts
    locations1 = torch.cumsum(mask1, dim=0) - 1
    mask1 = mask1 * torch.lt(locations1, capacity)
    return l_aux, gates * mask1, exp_counts


class MoE(nn.Module):
    def __init__(self, dim=4, experts=2, capacity_factor=1.0, min_capacity=2):
        super().__init__()
        self.wg = nn.Linear(dim, experts, bias=False)
        self.experts = nn.ModuleList(nn.Linear(dim, dim) for _ in range(experts))
        self.capacity_factor = capacity_factor
        self.min_capacity = min_capacity

    def forward(self, x):
        l_aux, combine, exp_counts = top1gating(self.wg(x), self.capacity_factor, self.min_capacity)
        out = sum(combine[:, i : i + 1] * expert(x) for i, expert in enumerate(self.experts))
        return out, l_aux, exp_counts


def load(capacity_factor=1.0):
    return torch.compile(MoE(capacity_factor=capacity_factor))


def cases():
    yield from build(load, lambda: (randn(6, 4),), "base grad nan")
    yield from build(load, lambda: (randn(2, 4),), "base", tag="few-")
    yield from build(lambda: load(0.3), lambda: (randn(9, 4),), "base", tag="tight-")

EXPECT = {'topic': 'moe',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {15: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 6,
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
