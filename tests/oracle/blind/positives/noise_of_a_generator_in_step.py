"""Ancestral sampler of a pipeline: every step draws its noise from the generator that the caller passes."""

import torch
from torch import nn

from fxkit import build, randn


def randn_tensor(shape, generator=None, dtype=None):
    return torch.randn(shape, generator=generator, dtype=dtype)


class EulerAncestral:
    def __init__(self, sigmas):
        self.sigmas = sigmas

    def step(self, model_output, i, sample, generator=None):
        sigma_from, sigma_to = self.sigmas[i], self.sigmas[i + 1]
        sigma_up = (sigma_to**2 * (sigma_from**2 - sigma_to**2) / sigma_from**2) ** 0.5
        sigma_down = (sigma_to**2 - sigma_up**2) ** 0.5
        prev_sample = sample + model_output * (sigma_down - sigma_from)
        noise = randn_tensor(model_output.shape, generator=generator, dtype=model_output.dtype)
        return prev_sample + noise * sigma_up


class Pipeline(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.unet = nn.Sequential(nn.Linear(dim + 1, 8), nn.SiLU(), nn.Linear(8, dim))
        self.scheduler = EulerAncestral([4.0, 2.0, 1.0, 0.0])

    @torch.no_grad()
    def forward(self, latents, generator=None):
        latents = latents * self.scheduler.sigmas[0]
        for i in range(len(self.scheduler.sigmas) - 1):
            sigma = self.scheduler.sigmas[i]
            scaled = latents / (sigma**2 + 1) ** 0.5
            level = torch.full_like(latents[:, :1], sigma)
            noise_pred = self.unet(torch.cat([scaled, level], dim=-1))
            latents = self.scheduler.step(noise_pred, i, latents, generator=generator)
        return latents


class Runner:
    def __init__(self):
        self.pipe = torch.compile(Pipeline())

    def __call__(self, latents, seed):
        return self.pipe(latents, generator=torch.Generator().manual_seed(seed))


def load():
    return Runner()


def cases():
    yield from build(load, lambda: (randn(2, 4), 7), "base nan")

EXPECT = {'topic': 'diffusion',
 'kind': 'random',
 'rewrites': [],
 'breaks': {10: 2},
 'gb': ['GB0055', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
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
