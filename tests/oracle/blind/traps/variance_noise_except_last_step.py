"""A DDPM step adds noise at all steps but the last, where nothing is drawn."""

import torch
from torch import nn

from fxkit import build, randn


class DDPMScheduler(nn.Module):
    def __init__(self, steps=10):
        super().__init__()
        betas = torch.linspace(1e-3, 0.2, steps)
        self.register_buffer("betas", betas)
        self.register_buffer("alphas_cumprod", torch.cumprod(1 - betas, dim=0))

    def step(self, model_output, t, sample):
        a_t = self.alphas_cumprod[t]
        x0 = (sample - (1 - a_t).sqrt() * model_output) / a_t.sqrt()
        mean = x0 * self.betas[t].sqrt() + sample * (1 - self.betas[t]).sqrt()
        # the last step is deterministic
        if t > 0:
            noise = torch.randn(sample.shape)
            mean = mean + self.betas[t].sqrt() * noise
        return mean


class DDPM(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.net = nn.Linear(dim, dim)
        self.scheduler = DDPMScheduler()

    def forward(self, x, timesteps):
        for t in timesteps:
            x = self.scheduler.step(self.net(x), t, x)
        # an ancestral sampler jitters its result
        return x + 0.01 * torch.randn(x.shape)


def load():
    return torch.compile(DDPM())


def cases():
    yield from build(load, lambda: (randn(2, 4), torch.tensor([5, 2, 0])), "base")
    yield from build(load, lambda: (randn(2, 4), torch.tensor([5])), "base", tag="mid-")
    yield from build(load, lambda: (randn(2, 4), torch.tensor([0])), "base", tag="last-")

EXPECT = {'topic': 'diffusion',
 'kind': 'random',
 'verdict': 'any correct rewrite',
 'obligations': ['generator state'],
 'breaks': {17: 1, 21: 2},
 'gb': ['GB0033', 'GB0170', 'GB7000'],
 'naive_differs_in': ['rng'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
