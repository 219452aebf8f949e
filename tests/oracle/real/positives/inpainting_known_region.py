"""Each step of inpainting puts the known region, noised to the current level, back."""

import torch
from torch import nn

from fxkit import bools, build, randn


class Denoiser(nn.Module):
    def __init__(self, channels=3):
        super().__init__()
        self.mix = nn.Conv2d(channels, channels, 1)

    def forward(self, latents, sigma):
        return self.mix(latents) / (1 + sigma)


class InpaintStep(nn.Module):
    def __init__(self):
        super().__init__()
        self.denoiser = Denoiser()

    def euler(self, latents, sigma, sigma_next):
        denoised = self.denoiser(latents, sigma)
        return latents + (latents - denoised) / sigma * (sigma_next - sigma)

    def forward(self, latents, image_latents, noise, keep_mask, sigma, sigma_next):
        stepped = self.euler(latents, sigma, sigma_next)
        noised = image_latents + sigma_next * noise
        stepped[keep_mask] = noised[keep_mask]
        return stepped


def load():
    return torch.compile(InpaintStep())


def cases():
    yield from build(load, lambda: (randn(1, 3, 4, 4), randn(1, 3, 4, 4, seed=1), randn(1, 3, 4, 4, seed=2),
                                    bools(1, 3, 4, 4), torch.tensor(2.0), torch.tensor(1.2)), "base grad nan inf true false")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R31'],
 'breaks': {30: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
