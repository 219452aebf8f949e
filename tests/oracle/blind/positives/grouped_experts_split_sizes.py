"""Grouped experts: the sorted tokens are split by the number of tokens of each expert."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class GroupedExperts(nn.Module):
    def __init__(self, dim=4, hidden=5, num_experts=2):
        super().__init__()
        self.num_experts = num_experts
        self.w1 = nn.Parameter(torch.randn(num_experts, hidden, dim) * 0.4)
        self.w2 = nn.Parameter(torch.randn(num_experts, dim, hidden) * 0.4)

    def forward(self, x, num_tokens_per_expert):
        # a tuple of tensors indexed by experts, each with shape (tokens_per_expert, dim)
        x_splits = torch.split(x, split_size_or_sections=num_tokens_per_expert.tolist(), dim=0)
        out_experts_splits = []
        for expert_idx, x_expert in enumerate(x_splits):
            h = F.silu(torch.matmul(x_expert, self.w1[expert_idx].transpose(-2, -1)))
            h = torch.matmul(h, self.w2[expert_idx].transpose(-2, -1))
            out_experts_splits.append(h)
        return torch.cat(out_experts_splits, dim=0)


class MoE(nn.Module):
    def __init__(self, dim=4, num_experts=2):
        super().__init__()
        self.gate = nn.Linear(dim, num_experts, bias=False)
        self.experts = GroupedExperts(dim, num_experts=num_experts)
        self.norm = nn.RMSNorm(dim)
        self.shared_up, self.shared_down = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def shared_expert(self, x):
        return self.shared_down(F.silu(self.shared_up(x)) * x)

    def forward(self, x):
        residual, x = x, self.norm(x)
        scores = self.gate(x).softmax(dim=-1)
        top, selected = scores.max(dim=-1)
        num_tokens_per_expert = F.one_hot(selected, scores.shape[-1]).sum(dim=0)
        order = torch.argsort(selected, stable=True)
        routed = self.experts(x[order], num_tokens_per_expert)
        out = torch.zeros_like(x).index_copy(0, order, routed)
        return residual + self.shared_expert(x) + out * top.unsqueeze(-1)


def load():
    return torch.compile(MoE())


def cases():
    yield from build(load, lambda: (randn(8, 4),), "base grad big zero")

EXPECT = {'topic': 'inference',
 'kind': 'tolist',
 'rewrites': [],
 'breaks': {19: 2},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
