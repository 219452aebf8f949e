"""Video diffusion with two experts: the timestep decides which network and which guidance scale are used."""

import torch
from torch import nn

from fxkit import build, randn


class Denoiser(nn.Module):
    def __init__(self, dim=4, ctx=3):
        super().__init__()
        self.inp = nn.Linear(dim, 8)
        self.ctx = nn.Linear(ctx, 8)
        self.time = nn.Linear(1, 8)
        self.out = nn.Linear(8, dim)

    def forward(self, latents, timestep, context):
        t = self.time(timestep.view(-1, 1) / 1000)
        return self.out((self.inp(latents) + self.ctx(context) + t).relu())


class TwoStagePipeline(nn.Module):
    def __init__(self, boundary_ratio=0.875, guidance_scale=4.0, guidance_scale_2=3.0):
        super().__init__()
        self.transformer = Denoiser()
        self.transformer_2 = Denoiser()
        self.boundary_timestep = boundary_ratio * 1000
        self.guidance_scale = guidance_scale
        self.guidance_scale_2 = guidance_scale_2

    @torch.no_grad()
    def forward(self, latents, t, t_next, prompt, negative):
        if t >= self.boundary_timestep:
            current_model = self.transformer
            current_guidance_scale = self.guidance_scale
        else:
            current_model = self.transformer_2
            current_guidance_scale = self.guidance_scale_2
        noise_pred = current_model(latents, t, prompt)
        noise_uncond = current_model(latents, t, negative)
        noise_pred = noise_uncond + current_guidance_scale * (noise_pred - noise_uncond)
        return latents + (t_next - t) / 1000 * noise_pred


def load():
    return torch.compile(TwoStagePipeline())


def cases():
    def step(t, t_next):
        return randn(2, 4), torch.tensor(t), torch.tensor(t_next), randn(2, 3), torch.zeros(2, 3)

    yield from build(load, lambda: step(960.0, 900.0), "base nan", tag="high-")
    yield from build(load, lambda: step(875.0, 700.0), "base", tag="edge-")
    yield from build(load, lambda: step(300.0, 200.0), "base", tag="low-")

EXPECT = {'topic': 'diffusion',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {33: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
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
