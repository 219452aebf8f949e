"""Training loss of a sequence VAE with cyclical annealing of the KL weight and a line of progress every few steps."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, rand


class CyclicalSchedule:
    def __init__(self, n_steps=8, n_cycle=2, ratio=0.5, start=0.0, stop=1.0):
        self.period = n_steps / n_cycle
        self.ratio = ratio
        self.start, self.stop = start, stop

    def __call__(self, step):
        tau = (step % self.period) / (self.period * self.ratio)
        return self.start + (self.stop - self.start) * min(1.0, 0.5 * (1 - math.cos(math.pi * min(tau, 1.0))))


class VAE(nn.Module):
    def __init__(self, dim=6, latent=2, log_every=2, free_bits=0.0):
        super().__init__()
        self.encoder = nn.Linear(dim, 2 * latent)
        self.decoder = nn.Linear(latent, dim)
        self.schedule = CyclicalSchedule()
        self.log_every = log_every
        self.free_bits = free_bits
        self.global_step = 0

    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        return mu + torch.randn_like(std) * std

    def forward(self, x):
        mu, logvar = self.encoder(x).chunk(2, dim=-1)
        logits = self.decoder(self.reparameterize(mu, logvar))
        recon = F.binary_cross_entropy_with_logits(logits, x, reduction="none").sum(-1).mean()
        kld = -0.5 * (1 + logvar - mu.pow(2) - logvar.exp())
        kld = kld.mean(0).clamp(min=self.free_bits).sum()

        beta = self.schedule(self.global_step)
        loss = recon + beta * kld
        if self.log_every and self.global_step % self.log_every == 0:
            print(
                f"step {self.global_step:6d} | elbo {-loss.item():.4f} | recon {recon.item():.4f} "
                f"| kld {kld.item():.4f} | beta {beta:.3f}"
            )
        self.global_step += 1
        return loss


def load(**kw):
    return torch.compile(VAE(**kw))


def cases():
    yield from build(load, lambda: (rand(4, 6),), "base grad")
    yield from build(lambda: load(log_every=1, free_bits=0.5), lambda: (rand(3, 6),), "base", tag="bits-")
    yield from build(lambda: load(log_every=0), lambda: (rand(4, 6),), "base", tag="quiet-")


EXPECT = {'topic': 'generative',
 'rewrites': [],
 'breaks': {47: 1, 48: 6, 49: 1},
 'gb': ['GB0059', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site', 'shown-history']}
