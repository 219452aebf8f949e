"""A sentence VAE keeps the KL of each latent group at the free bits while it is smaller than that."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class SentenceVAE(nn.Module):
    def __init__(self, vocab=10, dim=6, latent=4, groups=2, free_bits=0.15):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.to_mu = nn.Linear(dim, latent)
        self.to_logvar = nn.Linear(dim, latent)
        self.dec = nn.Linear(latent, vocab)
        self.groups = groups
        self.free_bits = free_bits

    def kl_loss(self, mu, logvar):
        kl = -0.5 * (1 + logvar - mu.pow(2) - logvar.exp())
        total = 0.0
        for group in kl.chunk(self.groups, dim=-1):
            value = group.sum(dim=-1).mean()
            if value < self.free_bits:
                value = torch.tensor(self.free_bits)
            total = total + value
        return total

    def forward(self, ids, eps):
        h = self.embed(ids).mean(dim=1)
        mu, logvar = self.to_mu(h), self.to_logvar(h)
        z = mu + eps * (0.5 * logvar).exp()
        logits = self.dec(z).unsqueeze(1).expand(-1, ids.shape[1], -1)
        recon = F.cross_entropy(logits.flatten(0, 1), ids.flatten())
        kl = self.kl_loss(mu, logvar)
        return recon + kl, kl


def load():
    return torch.compile(SentenceVAE())


def load_strict():
    return torch.compile(SentenceVAE(free_bits=10.0))


def cases():
    yield from build(load, lambda: (ints(0, 10, 3, 5), randn(3, 4)), "base nan")
    yield from build(load_strict, lambda: (ints(0, 10, 3, 5), randn(3, 4)), "base", tag="bound-")

EXPECT = {'topic': 'language',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {25: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero', 'requires-grad'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
