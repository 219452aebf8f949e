"""A variational synthesiser: the weight of the KL term follows a half cosine over the training steps."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class CosineWeight(nn.Module):
    """Rises from zero to `peak` within `total` calls in training mode."""

    def __init__(self, peak=0.5, total=4):
        super().__init__()
        self.peak = peak
        self.total = total
        self.register_buffer("calls", torch.zeros((), dtype=torch.long))

    def forward(self):
        progress = self.calls.item() / self.total
        weight = self.peak * 0.5 * (1.0 - math.cos(math.pi * progress))
        if self.training:
            self.calls.add_(1).clamp_(max=self.total)
        return weight


class PosteriorEncoder(nn.Module):
    def __init__(self, n_mels=4, latent=2):
        super().__init__()
        self.enc = nn.Linear(n_mels, 2 * latent)
        self.dec = nn.Linear(latent, n_mels)
        self.kl_weight = CosineWeight()

    def forward(self, mel, eps):
        m, logs = self.enc(mel).chunk(2, dim=-1)
        recon = self.dec(m + eps * torch.exp(logs))
        kl = (0.5 * (m.square() + torch.exp(2 * logs)) - logs - 0.5).mean()
        return F.l1_loss(recon, mel) + self.kl_weight() * kl


def load():
    return torch.compile(PosteriorEncoder())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 2)), "base grad zero")
    yield from build(lambda: load().eval(), lambda: (randn(3, 4), randn(3, 2)), "base", tag="eval-")

EXPECT = {'topic': 'speech',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {22: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
