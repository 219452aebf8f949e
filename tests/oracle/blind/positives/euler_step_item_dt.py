"""Flow matching sampler: the width of each step is read as a number before the update."""

import torch
from torch import nn

from fxkit import build, randn


class VelocityNet(nn.Module):
    def __init__(self, channels=3):
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, padding=1)
        self.time = nn.Linear(1, channels)

    def forward(self, x, t):
        scale = self.time(t.view(1, 1)).view(1, -1, 1, 1)
        return torch.tanh(self.conv(x)) * scale


class FlowEulerScheduler:
    def __init__(self, num_steps=3, shift=3.0):
        sigmas = torch.linspace(1.0, 0.0, num_steps + 1)
        self.sigmas = shift * sigmas / (1 + (shift - 1) * sigmas)

    def step(self, model_output, index, sample):
        """One Euler step from sigma[index] to sigma[index + 1]."""
        dt = (self.sigmas[index + 1] - self.sigmas[index]).item()
        prev_sample = sample + dt * model_output
        return prev_sample.to(model_output.dtype)


class Pipeline:
    def __init__(self):
        self.net = VelocityNet()
        self.scheduler = FlowEulerScheduler()
        self.denoise = torch.compile(self._denoise)

    def _denoise(self, latents, index: int):
        velocity = self.net(latents, self.scheduler.sigmas[index])
        return self.scheduler.step(velocity, index, latents)

    @torch.no_grad()
    def __call__(self, latents):
        for index in range(3):
            latents = self.denoise(latents, index)
        return latents.clamp(-4, 4)


def cases():
    yield from build(Pipeline, lambda: (randn(1, 3, 4, 4),), "base zero big nan inf")

EXPECT = {'rewrites': [],
 'topic': 'diffusion',
 'kind': 'numbers',
 'breaks': {27: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 9,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
