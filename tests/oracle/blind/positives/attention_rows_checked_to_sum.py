"""Slot attention with a debugging check that the attention of every input is a distribution over the slots."""

import torch
from torch import nn

from fxkit import build, randn


class SlotAttention(nn.Module):
    def __init__(self, dim=4, num_slots=3, iters=2, eps=1e-8, debug=True):
        super().__init__()
        self.slots = nn.Parameter(torch.randn(num_slots, dim))
        self.to_q, self.to_k, self.to_v = (nn.Linear(dim, dim, bias=False) for _ in range(3))
        self.iters, self.eps, self.debug = iters, eps, debug

    def check(self, attn):
        total = attn.sum(dim=1)
        if not torch.allclose(total, torch.ones_like(total), atol=1e-4):
            raise ValueError("attention over the slots does not sum to one")

    def forward(self, inputs):
        k, v = self.to_k(inputs), self.to_v(inputs)
        slots = self.slots.expand(inputs.shape[0], -1, -1)
        for _ in range(self.iters):
            q = self.to_q(slots) * q_scale(slots)
            attn = torch.einsum("bid,bjd->bij", q, k).softmax(dim=1)
            if self.debug:
                self.check(attn)
            attn = attn + self.eps
            slots = slots + (attn / attn.sum(dim=-1, keepdim=True)) @ v
        return slots


def q_scale(slots):
    return slots.shape[-1] ** -0.5


def load(debug=True):
    return torch.compile(SlotAttention(debug=debug))


def cases():
    yield from build(load, lambda: (randn(2, 5, 4),), "base grad nan")
    yield from build(lambda: load(False), lambda: (randn(2, 5, 4),), "base", tag="release-")

EXPECT = {'topic': 'vision',
 'kind': 'check',
 'rewrites': [],
 'breaks': {18: 2},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
