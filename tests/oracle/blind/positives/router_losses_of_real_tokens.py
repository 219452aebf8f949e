"""Auxiliary losses of a router over the tokens that are no padding: balance and z-loss."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import bools, build, randn


def mean_over_tokens(values, mask=None):
    """Mean over the rows, of the real tokens when a mask is given."""
    if mask is not None:
        values = values[mask]
    return values.mean(dim=0)


class Router(nn.Module):
    def __init__(self, dim=4, experts=3, z_weight=0.1):
        super().__init__()
        self.gate = nn.Linear(dim, experts, bias=False)
        self.experts = experts
        self.z_weight = z_weight

    def aux_losses(self, logits, attention_mask=None):
        flat = logits.reshape(-1, self.experts)
        mask = None if attention_mask is None else attention_mask.reshape(-1).bool()
        probs = flat.softmax(-1)
        chosen = F.one_hot(probs.argmax(-1), self.experts).to(probs.dtype)
        balance = self.experts * (mean_over_tokens(probs, mask) * mean_over_tokens(chosen, mask)).sum()
        z_loss = mean_over_tokens(torch.logsumexp(flat, dim=-1).square(), mask)
        return balance + self.z_weight * z_loss

    def forward(self, hidden, attention_mask=None):
        logits = self.gate(hidden)
        return logits.softmax(-1), self.aux_losses(logits, attention_mask=attention_mask)


def load():
    return torch.compile(Router())


def cases():
    yield from build(load, lambda: (randn(2, 4, 4), bools(2, 4, seed=2).long()), "base grad nan")
    yield from build(load, lambda: (randn(2, 4, 4), torch.zeros(2, 4, dtype=torch.long)), "base", tag="padding-")
    yield from build(load, lambda: (randn(2, 4, 4),), "base grad", tag="unmasked-")

EXPECT = {'topic': 'LLM, MoE routing',
 'kind': 'boolean masks of two tensors, helper',
 'rewrites': [],
 'breaks': {13: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 10,
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
