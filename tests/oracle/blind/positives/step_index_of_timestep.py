"""Flow matching scheduler: the place of a timestep in the schedule decides which sigmas are used."""

import torch
import torch.nn as nn

from fxkit import build, randn


class FlowMatchEuler:
    def __init__(self, steps=4):
        self.timesteps = torch.linspace(1000, 250, steps)
        self.sigmas = torch.cat([self.timesteps / 1000, torch.zeros(1)])

    def index_for_timestep(self, timestep):
        indices = (self.timesteps == timestep).nonzero()
        return indices[0].item()

    def step(self, model_output, timestep, sample):
        step_index = self.index_for_timestep(timestep)
        sigma = self.sigmas[step_index]
        sigma_next = self.sigmas[step_index + 1]
        return sample + (sigma_next - sigma) * model_output


class VideoGenerator(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.transformer = nn.Linear(dim + 1, dim)
        self.scheduler = FlowMatchEuler()

    @torch.no_grad()
    def forward(self, latents, timestep):
        stamp = (timestep / 1000).expand(latents.shape[0], 1)
        velocity = self.transformer(torch.cat([latents, stamp], dim=-1))
        return self.scheduler.step(velocity, timestep, latents)


def load():
    return torch.compile(VideoGenerator())


def cases():
    yield from build(load, lambda: (randn(2, 4), torch.tensor(750.0)), "base nan")
    yield from build(load, lambda: (randn(2, 4), torch.tensor(250.0)), "base", tag="end-")

EXPECT = {'topic': 'diffusion',
 'kind': 'nonzero',
 'rewrites': [],
 'breaks': {15: 1, 16: 1},
 'gb': ['GB0036', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
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
