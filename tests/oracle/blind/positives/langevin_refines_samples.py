"""Energy based model: some steps of Langevin dynamics down the energy refine the negative samples."""

import torch
from torch import nn

from fxkit import build, randn


class Energy(nn.Module):
    def __init__(self, dim=3, hidden=5):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, hidden), nn.Softplus(), nn.Linear(hidden, 1))

    def forward(self, x):
        return self.net(x).squeeze(-1) + 0.5 * x.pow(2).sum(-1)


class LangevinSampler(nn.Module):
    def __init__(self, steps=2, step_size=0.1, noise=0.01):
        super().__init__()
        self.energy = Energy()
        self.steps, self.step_size, self.noise = steps, step_size, noise

    def gradient(self, x):
        x = x.detach().requires_grad_(True)
        (grad,) = torch.autograd.grad(self.energy(x).sum(), x)
        return grad

    def forward(self, x, clip=None):
        for _ in range(self.steps):
            grad = self.gradient(x)
            if clip is not None:
                grad = grad.clamp(-clip, clip)
            x = x.detach() - self.step_size * grad + self.noise * torch.randn_like(x)
        return x, self.energy(x)


def load():
    return torch.compile(LangevinSampler())


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base zero big nan")
    yield from build(load, lambda: (randn(4, 3),), "base", kwargs={"clip": 0.03}, tag="clipped-")

EXPECT = {'topic': 'energy based models',
 'kind': 'gradients inside',
 'rewrites': [],
 'breaks': {25: 1, 26: 2},
 'gb': ['GB7000', 'GB8985', 'GB9186'],
 'skips': 1,
 'graphs_per_call': 5,
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
