"""A sampler takes the previous entry of a Python list of alphas; step 0 reads the last one."""

import torch
from torch import nn

from fxkit import build, randn


def cosine_alphas(steps):
    t = torch.linspace(0, 1, steps + 1, dtype=torch.float64)
    f = torch.cos((t + 0.008) / 1.008 * torch.pi / 2) ** 2
    return (f / f[0])[1:].clamp(min=1e-5).tolist()


class EpsModel(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim + 1, 8), nn.SiLU(), nn.Linear(8, dim))

    def forward(self, x, t):
        t = t.to(x.dtype).view(1, 1).expand(x.size(0), 1)
        return self.net(torch.cat([x, t], dim=-1))


class Sampler(nn.Module):
    def __init__(self, steps=8):
        super().__init__()
        self.model = EpsModel()
        self.alphas_cumprod = cosine_alphas(steps)

    def step(self, x, eps, t):
        t = int(t)
        a_t = self.alphas_cumprod[t]
        a_prev = self.alphas_cumprod[t - 1]
        x0 = (x - (1 - a_t) ** 0.5 * eps) / a_t**0.5
        return a_prev**0.5 * x0 + (1 - a_prev) ** 0.5 * eps, x0

    def forward(self, x, t):
        eps = self.model(x, t)
        return self.step(x, eps, t)


def load():
    return torch.compile(Sampler())


def cases():
    yield from build(load, lambda: (randn(2, 4), torch.tensor(5)), "base grad nan")
    yield from build(load, lambda: (randn(2, 4), torch.tensor(0)), "base", tag="first-")
    yield from build(load, lambda: (randn(2, 4), torch.tensor(-2)), "base", tag="negative-")
    yield from build(load, lambda: (randn(2, 4), torch.tensor(8)), "base", tag="beyond-")

EXPECT = {'topic': 'diffusion',
 'kind': 'numbers',
 'verdict': 'decline',
 'obligations': ['exceptions', 'values', 'negative index'],
 'breaks': {32: 3, 33: 1},
 'gb': ['GB0088', 'GB0124'],
 'naive_differs_in': ['values', 'exceptions'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
