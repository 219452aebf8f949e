"""A mixture of experts router keeps its auxiliary losses as attributes for the monitor."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class TopKRouter(nn.Module):
    def __init__(self, dim=4, num_experts=3, top_k=2):
        super().__init__()
        self.gate = nn.Linear(dim, num_experts, bias=False)
        self.num_experts = num_experts
        self.top_k = top_k
        self.last_aux_loss = 0.0
        self.last_z_loss = 0.0

    def balance_loss(self, probs, indices):
        chosen = F.one_hot(indices, self.num_experts).sum(1).to(probs.dtype)
        return self.num_experts * (chosen.mean(0) * probs.mean(0)).sum()

    def forward(self, tokens):
        logits = self.gate(tokens)
        probs = logits.softmax(dim=-1)
        weights, indices = probs.topk(self.top_k, dim=-1)
        aux = self.balance_loss(probs, indices)
        z = logits.logsumexp(dim=-1).square().mean()
        self.last_aux_loss = aux.detach().item()
        self.last_z_loss = z.detach().item()
        weights = weights / weights.sum(dim=-1, keepdim=True)
        return weights, indices, 0.01 * aux + 0.001 * z


def load():
    return torch.compile(TopKRouter())


def cases():
    yield from build(load, lambda: (randn(6, 4),), "base grad zero big")

EXPECT = {'topic': 'moe',
 'rewrites': ['R28'],
 'breaks': {29: 2, 30: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
