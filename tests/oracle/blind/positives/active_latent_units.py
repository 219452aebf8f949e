"""Variational autoencoder: the step reports the losses and how many latent units are in use as plain numbers."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Encoder(nn.Module):
    def __init__(self, dim=8, latent=5):
        super().__init__()
        self.body = nn.Linear(dim, 12)
        self.mu = nn.Linear(12, latent)
        self.logvar = nn.Linear(12, latent)

    def forward(self, x):
        h = self.body(x).relu()
        return self.mu(h), self.logvar(h)


class VAE(nn.Module):
    def __init__(self, dim=8, latent=5, beta=0.5, delta=0.01):
        super().__init__()
        self.encoder = Encoder(dim, latent)
        self.decoder = nn.Linear(latent, dim)
        self.beta = beta
        self.delta = delta

    def loss_function(self, x, recon, mu, logvar):
        recons_loss = F.mse_loss(recon, x)
        kld_loss = torch.mean(-0.5 * torch.sum(1 + logvar - mu**2 - logvar.exp(), dim=1), dim=0)
        loss = recons_loss + self.beta * kld_loss
        units = (mu.var(dim=0) > self.delta).sum().item()
        return {
            "loss": loss,
            "Reconstruction_Loss": recons_loss.detach().item(),
            "KLD": -kld_loss.detach().item(),
            "active_units": units,
        }

    def forward(self, x, eps):
        mu, logvar = self.encoder(x)
        z = mu + eps * torch.exp(0.5 * logvar)
        return self.loss_function(x, self.decoder(z), mu, logvar)


def load():
    return torch.compile(VAE())


def cases():
    yield from build(load, lambda: (randn(6, 8), randn(6, 5)), "base grad nan zero")

EXPECT = {'topic': 'vision',
 'kind': 'item',
 'rewrites': [],
 'breaks': {34: 2, 37: 2, 38: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
