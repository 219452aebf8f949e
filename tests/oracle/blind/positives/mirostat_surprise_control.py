"""Mirostat sampling: tokens that surprise too much are cut off and the limit follows the observed surprise."""

import math

import torch
from torch import nn

from fxkit import build, rand, randn


class MirostatSampler(nn.Module):
    def __init__(self, vocab=9, tau=3.0, eta=0.1):
        super().__init__()
        self.tau, self.eta = tau, eta
        self.lm_head = nn.Linear(5, vocab)
        self.register_buffer("mu", torch.tensor(2.0 * tau))

    @torch.no_grad()
    def forward(self, hidden, uniform):
        tokens = []
        for h, u in zip(hidden, uniform):
            logits, order = self.lm_head(h).sort(descending=True)
            probs = torch.softmax(logits, dim=-1)
            surprise = -torch.log2(probs)
            k = int((surprise <= self.mu).sum().clamp(min=1))
            kept = torch.softmax(logits[:k], dim=-1)
            choice = (kept.cumsum(-1) < u).sum().clamp(max=k - 1)
            tokens.append(order[choice])
            observed = -math.log2(probs[choice].item())
            self.mu -= self.eta * (observed - self.tau)
        return torch.stack(tokens)


def load():
    return torch.compile(MirostatSampler())


def load_strict():
    return torch.compile(MirostatSampler(tau=0.4))


def cases():
    yield from build(load, lambda: (randn(3, 5), rand(3)), "base zero")
    yield from build(load_strict, lambda: (randn(3, 5, seed=2), rand(3, seed=5)), "base", tag="strict-")

EXPECT = {'topic': 'language models',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {25: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
