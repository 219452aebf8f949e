"""Diffusion training keeps the mean loss of each range of timesteps for a loss-aware sampler."""

import torch
from torch import nn

from fxkit import build, ints, randn


class LossSecondMomentResampler(nn.Module):
    def __init__(self, num_timesteps=20, buckets=4, decay=0.9):
        super().__init__()
        self.buckets = buckets
        self.width = num_timesteps // buckets
        self.decay = decay
        self.register_buffer("moment", torch.zeros(buckets))
        self.register_buffer("counts", torch.zeros(buckets, dtype=torch.long))

    @torch.no_grad()
    def update_with_losses(self, ts, losses):
        for t, loss in zip(ts, losses):
            bucket = t.item() // self.width
            self.moment[bucket] += loss.item() ** 2
            self.counts[bucket] += 1

    def weights(self):
        mean = self.moment / self.counts.clamp(min=1)
        return torch.where(self.counts > 0, mean.sqrt(), torch.ones_like(mean))


class Denoiser(nn.Module):
    def __init__(self, dim=4, steps=20):
        super().__init__()
        self.time = nn.Embedding(steps, dim)
        self.net = nn.Linear(dim, dim)
        self.register_buffer("alpha_bar", torch.linspace(0.99, 0.01, steps))
        self.sampler = LossSecondMomentResampler(steps)

    def forward(self, x, t, noise):
        ab = self.alpha_bar[t].unsqueeze(-1)
        x_t = ab.sqrt() * x + (1 - ab).sqrt() * noise
        losses = (self.net(x_t + self.time(t)) - noise).pow(2).mean(dim=-1)
        self.sampler.update_with_losses(t, losses.detach())
        return losses.mean(), self.sampler.weights()


def load():
    return torch.compile(Denoiser())


def cases():
    yield from build(load, lambda: (randn(4, 4), ints(0, 20, 4), randn(4, 4, seed=1)), "base grad nan zero")
    yield from build(load, lambda: (randn(3, 4), torch.tensor([19, 19, 18]), randn(3, 4, seed=1)), "base grad", tag="repeat-")

EXPECT = {'topic': 'diffusion',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {21: 5},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
