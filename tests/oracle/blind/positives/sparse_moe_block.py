"""Mixtral style sparse mixture of experts: each expert sees only its own tokens."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class ExpertMLP(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.w1 = nn.Linear(dim, hidden, bias=False)
        self.w2 = nn.Linear(hidden, dim, bias=False)
        self.w3 = nn.Linear(dim, hidden, bias=False)

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)) * self.w3(x))


class SparseMoeBlock(nn.Module):
    def __init__(self, dim=4, hidden=6, num_experts=4, top_k=2):
        super().__init__()
        self.num_experts = num_experts
        self.top_k = top_k
        self.gate = nn.Linear(dim, num_experts, bias=False)
        self.experts = nn.ModuleList(ExpertMLP(dim, hidden) for _ in range(num_experts))

    def forward(self, hidden_states):
        batch_size, sequence_length, hidden_dim = hidden_states.shape
        hidden_states = hidden_states.view(-1, hidden_dim)
        router_logits = self.gate(hidden_states)
        routing_weights = F.softmax(router_logits, dim=1)
        routing_weights, selected_experts = torch.topk(routing_weights, self.top_k, dim=-1)
        routing_weights = routing_weights / routing_weights.sum(dim=-1, keepdim=True)

        final_hidden_states = torch.zeros_like(hidden_states)
        expert_mask = F.one_hot(selected_experts, num_classes=self.num_experts).permute(2, 1, 0)
        for expert_idx in range(self.num_experts):
            idx, top_x = torch.where(expert_mask[expert_idx])
            if top_x.shape[0] == 0:
                continue
            current_state = hidden_states[top_x]
            current = self.experts[expert_idx](current_state) * routing_weights[top_x, idx, None]
            final_hidden_states.index_add_(0, top_x, current)
        return final_hidden_states.view(batch_size, sequence_length, hidden_dim), router_logits


def load():
    return torch.compile(SparseMoeBlock())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4),), "base grad big")
    yield from build(load, lambda: (randn(1, 1, 4),), "base grad", tag="single-")


EXPECT = {'topic': 'moe',
 'kind': 'expert_dispatch_loop',
 'rewrites': [],
 'breaks': {40: 1},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['close', 'grad-close', 'grad-none-zero'],
 'unsafe': ['close', 'finite-grad', 'grad-close', 'grad-none-zero']}
