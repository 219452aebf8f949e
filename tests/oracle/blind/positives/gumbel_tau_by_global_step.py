"""Discrete VAE: the Gumbel temperature is annealed by the global step that is saved with the weights."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, rand, randn


class GumbelQuantizer(nn.Module):
    def __init__(self, dim=5, codes=6, tau_start=1.0, tau_min=0.4, anneal_rate=0.2):
        super().__init__()
        self.logits = nn.Linear(dim, codes)
        self.codebook = nn.Embedding(codes, dim)
        self.tau_start, self.tau_min, self.anneal_rate = tau_start, tau_min, anneal_rate
        self.register_buffer("global_step", torch.zeros((), dtype=torch.long))

    @property
    def tau(self):
        return max(self.tau_min, self.tau_start * math.exp(-self.anneal_rate * self.global_step.item()))

    def forward(self, x, u):
        logits = self.logits(x)
        gumbel = -torch.log(-torch.log(u))
        soft = ((logits + gumbel) / self.tau).softmax(dim=-1)
        if self.training:
            self.global_step += 1
        return soft @ self.codebook.weight, soft


class DiscreteVAE(nn.Module):
    def __init__(self, dim=5):
        super().__init__()
        self.enc = nn.Linear(dim, dim)
        self.quantizer = GumbelQuantizer(dim)
        self.dec = nn.Linear(dim, dim)

    def forward(self, x, u):
        z, soft = self.quantizer(self.enc(x).tanh(), u)
        recon = F.mse_loss(self.dec(z), x)
        kl = (soft * (soft.clamp_min(1e-9).log() + math.log(soft.shape[-1]))).sum(dim=-1).mean()
        return recon + 0.1 * kl


def load():
    return torch.compile(DiscreteVAE())


def load_late():
    model = DiscreteVAE()
    model.quantizer.global_step.fill_(40)
    return torch.compile(model.eval())


def cases():
    yield from build(load, lambda: (randn(4, 5), rand(4, 6) * 0.98 + 0.01), "base grad nan")
    yield from build(load_late, lambda: (randn(4, 5), rand(4, 6) * 0.98 + 0.01), "base", tag="late-")

EXPECT = {'topic': 'vision',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {22: 2},
 'gb': ['GB0124'],
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
