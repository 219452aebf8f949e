"""Keeps the last metrics in an attribute that the trainer writes as JSON."""

import json

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class VAE(nn.Module):
    def __init__(self, dim=5, latent=2, beta=0.5):
        super().__init__()
        self.enc = nn.Linear(dim, 2 * latent)
        self.dec = nn.Linear(latent, dim)
        self.beta = beta
        self.stats = {}

    def forward(self, x):
        mu, logvar = self.enc(x).chunk(2, dim=-1)
        recon = F.mse_loss(self.dec(mu), x)
        kl = -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum(-1).mean()
        self.stats["recon"] = recon.item()
        self.stats["kl"] = kl.item()
        return recon + self.beta * kl


class Trainer:
    def __init__(self):
        self.model = VAE()
        self.forward = torch.compile(self.model)
        self.lines = []

    def __call__(self, x):
        loss = self.forward(x)
        self.lines.append(json.dumps({k: round(v, 4) for k, v in self.model.stats.items()}, sort_keys=True))
        return loss


def cases():
    yield from build(Trainer, lambda: (randn(4, 5),), "base grad zero")


EXPECT = {'topic': 'training',
 'verdict': 'any correct rewrite',
 'obligations': ['O15', 'R22'],
 'breaks': {-1: 2, 24: 2, 25: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['None or not', 'exception', 'length', 'type'],
 'unsafe': ['number-tensor']}
