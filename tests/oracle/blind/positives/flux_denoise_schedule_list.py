"""Euler sampler of a rectified flow model with a time-shifted schedule."""

import math

import torch
from torch import nn

from fxkit import build, randn


def time_shift(mu, t):
    return math.exp(mu) / (math.exp(mu) + (1 / t - 1))


def get_schedule(num_steps, image_seq_len, shift=True):
    # extra step for zero
    timesteps = torch.linspace(1, 0, num_steps + 1)
    if shift:
        mu = 0.5 + 0.65 * image_seq_len / 4096
        timesteps = time_shift(mu, timesteps)
    return timesteps.tolist()


class FlowModel(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.img_in = nn.Linear(dim, dim)
        self.time_in = nn.Linear(1, dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, img, timesteps):
        return self.out(torch.tanh(self.img_in(img) + self.time_in(timesteps[:, None])[:, None]))


def sampler():
    model = FlowModel()

    @torch.compile
    def denoise(img, num_steps):
        timesteps = get_schedule(num_steps, img.shape[1])
        for t_curr, t_prev in zip(timesteps[:-1], timesteps[1:]):
            t_vec = torch.full((img.shape[0],), t_curr, dtype=img.dtype, device=img.device)
            pred = model(img, t_vec)
            img = img + (t_prev - t_curr) * pred
        return img

    return denoise


def cases():
    yield from build(sampler, lambda: (randn(2, 4, 6), 4), "base grad nan")
    yield from build(sampler, lambda: (randn(1, 3, 6), 2), "base", tag="short-")


EXPECT = {'topic': 'flow',
 'rewrites': [],
 'breaks': {21: 3},
 'gb': ['GB0109'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close']}
