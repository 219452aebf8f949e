"""Sparse mixture of experts block: top-2 routing, a loop over the experts."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class Expert(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.w1 = nn.Linear(dim, hidden, bias=False)
        self.w2 = nn.Linear(hidden, dim, bias=False)

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)))


class SparseMoeBlock(nn.Module):
    def __init__(self, dim=6, hidden=8, num_experts=3, top_k=2):
        super().__init__()
        self.num_experts = num_experts
        self.top_k = top_k
        self.gate = nn.Linear(dim, num_experts, bias=False)
        self.experts = nn.ModuleList([Expert(dim, hidden) for _ in range(num_experts)])

    def forward(self, hidden_states):
        b, t, d = hidden_states.shape
        hidden_states = hidden_states.view(-1, d)
        router_logits = self.gate(hidden_states)
        routing_weights = F.softmax(router_logits, dim=1)
        routing_weights, selected_experts = torch.topk(routing_weights, self.top_k, dim=-1)
        routing_weights = routing_weights / routing_weights.sum(dim=-1, keepdim=True)
        final = torch.zeros_like(hidden_states)
        for expert_idx in range(self.num_experts):
            top_x, idx = torch.where(selected_experts == expert_idx)
            if top_x.shape[0] == 0:
                continue
            current = hidden_states[top_x]
            current = self.experts[expert_idx](current) * routing_weights[top_x, idx, None]
            final.index_add_(0, top_x, current)
        return final.view(b, t, d), router_logits


def load():
    return torch.compile(SparseMoeBlock())


def cases():
    yield from build(load, lambda: (randn(2, 4, 6),), "base grad neg")
    yield from build(load, lambda: (randn(1, 1, 6),), "base grad", tag="single-")


EXPECT = {'topic': 'moe',
 'rewrites': ['R30'],
 'breaks': {37: 1},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-none-zero'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
