"""A sampler calls back after each step; the default callback keeps statistics of the latents as numbers."""

import torch
from torch import nn

from fxkit import build, randn


class LatentStatistics:
    def __init__(self, warn_above=4.0):
        self.rows = []
        self.saturated = 0
        self.warn_above = warn_above

    def __call__(self, pipe, step, timestep, kwargs):
        latents = kwargs["latents"]
        peak = latents.abs().max().item()
        self.rows.append({"step": step, "t": timestep, "std": latents.std().item(), "peak": peak})
        if peak > self.warn_above:
            self.saturated += 1
        return kwargs


class Denoiser(nn.Module):
    def __init__(self, channels=3):
        super().__init__()
        self.conv = nn.Conv1d(channels, channels, 3, padding=1)
        self.time = nn.Linear(1, channels)

    def forward(self, x, t):
        return torch.tanh(self.conv(x) + self.time(torch.tensor([[t / 100.0]])).unsqueeze(-1))


class Pipeline(nn.Module):
    def __init__(self, timesteps=(90, 60, 30), callback=None):
        super().__init__()
        self.denoiser = Denoiser()
        self.timesteps = timesteps
        self.callback_on_step_end = callback

    @torch.no_grad()
    def forward(self, latents):
        for i, t in enumerate(self.timesteps):
            noise_pred = self.denoiser(latents, t)
            latents = latents - noise_pred * (t / 100.0)
            if self.callback_on_step_end is not None:
                callback_kwargs = {"latents": latents}
                outputs = self.callback_on_step_end(self, i, t, callback_kwargs)
                latents = outputs.pop("latents", latents)
        return latents


def load(warn_above=4.0, callback=True):
    return torch.compile(Pipeline(callback=LatentStatistics(warn_above) if callback else None))


def cases():
    yield from build(load, lambda: (randn(2, 3, 6),), "base nan")
    yield from build(lambda: load(1.5), lambda: (randn(2, 3, 6),), "base zero", tag="low-")
    yield from build(lambda: load(callback=False), lambda: (randn(1, 3, 6),), "base", tag="none-")

EXPECT = {'topic': 'diffusion',
 'kind': 'callback',
 'rewrites': [],
 'breaks': {17: 2, 18: 3},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 9,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
