"""A flow based vocoder: activation normalisation takes its scale and bias from the first batch."""

import torch
from torch import nn

from fxkit import build, randn


class ActNorm(nn.Module):
    """Per channel affine map whose buffers are set by the first batch that it sees."""

    def __init__(self, channels):
        super().__init__()
        self.register_buffer("initialized", torch.tensor(False))
        self.register_buffer("loc", torch.zeros(1, channels, 1))
        self.register_buffer("log_scale", torch.zeros(1, channels, 1))

    @torch.no_grad()
    def initialize(self, x):
        self.loc.copy_(x.mean(dim=(0, 2), keepdim=True))
        self.log_scale.copy_(-torch.log(x.std(dim=(0, 2), keepdim=True) + 1e-6))
        self.initialized.fill_(True)

    def forward(self, x):
        if not self.initialized:
            self.initialize(x)
        return (x - self.loc) * torch.exp(self.log_scale), self.log_scale.sum() * x.shape[-1]


class FlowStep(nn.Module):
    def __init__(self, channels=3):
        super().__init__()
        self.actnorm = ActNorm(channels)
        self.mix = nn.Conv1d(channels, channels, 1, bias=False)

    def forward(self, x):
        x, logdet = self.actnorm(x)
        return self.mix(x), logdet


def load():
    return torch.compile(FlowStep())


def cases():
    yield from build(load, lambda: (randn(2, 3, 8),), "base grad big nan")
    yield from build(load, lambda: (randn(2, 3, 8) + 4.0,), "base", tag="shifted-")

EXPECT = {'topic': 'speech',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {25: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
