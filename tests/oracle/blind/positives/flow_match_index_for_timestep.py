"""A flow matching scheduler looks up the position of the timestep in its schedule; a repeated one means its second place."""

import torch
from torch import nn

from fxkit import build, randn


class FlowMatchScheduler:
    def __init__(self, timesteps, shift=3.0):
        self.timesteps = timesteps
        t = timesteps / 1000
        self.sigmas = torch.cat([shift * t / (1 + (shift - 1) * t), torch.zeros(1)])

    def index_for_timestep(self, timestep):
        indices = (self.timesteps == timestep).nonzero()
        # the second index is taken for the very first step, so that no sigma is skipped in image-to-image
        pos = 1 if len(indices) > 1 else 0
        return indices[pos].item()

    def step(self, model_output, timestep, sample):
        i = self.index_for_timestep(timestep)
        dt = self.sigmas[i + 1] - self.sigmas[i]
        return sample + dt * model_output


class Denoiser(nn.Module):
    def __init__(self, schedule, dim=4):
        super().__init__()
        self.scheduler = FlowMatchScheduler(schedule)
        self.net = nn.Linear(dim + 1, dim)

    def forward(self, sample, timestep):
        t = (timestep / 1000).expand(sample.shape[0], 1)
        velocity = self.net(torch.cat([sample, t], dim=-1))
        return self.scheduler.step(velocity, timestep, sample)


def load(*schedule):
    return torch.compile(Denoiser(torch.tensor(schedule or (999.0, 750.0, 500.0, 250.0))))


def cases():
    yield from build(load, lambda: (randn(3, 4), torch.tensor(750.0)), "base grad")
    yield from build(load, lambda: (randn(3, 4), torch.tensor(250.0)), "base", tag="last-")
    yield from build(lambda: load(900.0, 900.0, 600.0), lambda: (randn(3, 4), torch.tensor(900.0)), "base", tag="twice-")

EXPECT = {'topic': 'diffusion',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {16: 3, 19: 2},
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
            'requires-grad']}
