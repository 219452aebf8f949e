"""The KL coefficient adapts to the measured divergence."""

import torch
from torch import nn

from fxkit import build, rand


class KLControl(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("beta", torch.tensor(0.25))

    def forward(self, kl):
        m = kl.detach().mean()
        if m > 0.5:
            self.beta = self.beta * 1.5
        elif m < 0.25:
            self.beta = self.beta * 0.5
        return kl * self.beta


def load():
    return torch.compile(KLControl())


def cases():
    yield from build(load, lambda: (rand(6),), "base big small nan inf zero neg f64 big+grad small+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R8', 'R4'],
 'breaks': {16: 3, 18: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
