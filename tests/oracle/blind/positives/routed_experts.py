"""Mixture of experts with top-k routing; experts without tokens are skipped."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Gate(nn.Module):
    def __init__(self, dim: int, n_experts: int, topk: int, route_scale: float = 1.0):
        super().__init__()
        self.topk, self.route_scale = topk, route_scale
        self.weight = nn.Parameter(torch.randn(n_experts, dim) * 0.5)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        scores = F.linear(x, self.weight).softmax(dim=-1)
        indices = torch.topk(scores, self.topk, dim=-1)[1]
        weights = scores.gather(1, indices)
        if self.topk > 1:
            weights = weights / weights.sum(dim=-1, keepdim=True)
        return weights * self.route_scale, indices


class Expert(nn.Module):
    def __init__(self, dim: int, inter_dim: int):
        super().__init__()
        self.w1 = nn.Linear(dim, inter_dim, bias=False)
        self.w2 = nn.Linear(inter_dim, dim, bias=False)
        self.w3 = nn.Linear(dim, inter_dim, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.w2(F.silu(self.w1(x)) * self.w3(x))


class MoE(nn.Module):
    def __init__(self, dim=6, inter_dim=8, n_experts=4, topk=2):
        super().__init__()
        self.dim, self.n_experts = dim, n_experts
        self.gate = Gate(dim, n_experts, topk)
        self.experts = nn.ModuleList([Expert(dim, inter_dim) for _ in range(n_experts)])
        self.shared_experts = Expert(dim, inter_dim)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        shape = x.size()
        x = x.view(-1, self.dim)
        weights, indices = self.gate(x)
        y = torch.zeros_like(x)
        counts = torch.bincount(indices.flatten(), minlength=self.n_experts).tolist()
        for i in range(self.n_experts):
            if counts[i] == 0:
                continue
            expert = self.experts[i]
            idx, top = torch.where(indices == i)
            y = y.index_add(0, idx, expert(x[idx]) * weights[idx, top, None])
        z = self.shared_experts(x)
        return (y + z).view(shape)


def make(**kw):
    model = MoE(**kw)
    model.compile()
    return model


def cases():
    yield from build(make, lambda: (randn(2, 3, 6),), "base grad pos")
    yield from build(lambda: make(topk=1), lambda: (randn(1, 2, 6),), "base grad", tag="top1-")
    yield from build(lambda: make(topk=4), lambda: (randn(4, 6),), "base", tag="dense-")

EXPECT = {'topic': 'mixture of experts',
 'rewrites': [],
 'breaks': {49: 6, 54: 1},
 'gb': ['GB0033', 'GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': ['close', 'grad-close', 'grad-none-zero'],
 'unsafe': ['close', 'grad-close', 'finite', 'finite-grad', 'grad-none-zero']}
