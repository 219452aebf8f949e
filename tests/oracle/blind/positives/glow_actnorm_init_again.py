"""Normalizing flow: activation normalization with data-dependent initialization, and affine coupling."""

import math

import torch
from torch import Tensor, nn

from fxkit import build, randn


class ActNorm(nn.Module):
    """The first training batch sets bias and scale so that its activations have zero mean and unit variance."""

    def __init__(self, num_features: int, eps: float = 1e-6):
        super().__init__()
        self.loc = nn.Parameter(torch.zeros(1, num_features))
        self.log_scale = nn.Parameter(torch.zeros(1, num_features))
        self.eps = eps
        self.register_buffer("initialized", torch.tensor(0, dtype=torch.uint8))

    @torch.no_grad()
    def initialize(self, x: Tensor) -> None:
        mean = x.mean(0, keepdim=True)
        std = x.std(0, keepdim=True, unbiased=False)
        self.loc.copy_(-mean)
        self.log_scale.copy_(torch.log(1.0 / (std + self.eps)))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        if self.training and self.initialized.item() == 0:
            self.initialize(x)
            self.initialized.fill_(1)
        y = (x + self.loc) * self.log_scale.exp()
        return y, self.log_scale.sum().expand(x.shape[0])


class AffineCoupling(nn.Module):
    def __init__(self, num_features: int, hidden: int):
        super().__init__()
        self.half = num_features // 2
        self.net = nn.Sequential(nn.Linear(self.half, hidden), nn.ReLU(), nn.Linear(hidden, 2 * self.half))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        xa, xb = x[:, : self.half], x[:, self.half :]
        shift, raw = self.net(xa).chunk(2, dim=-1)
        log_s = torch.tanh(raw)
        return torch.cat([xb * log_s.exp() + shift, xa], dim=-1), log_s.sum(-1)


class FlowStep(nn.Module):
    def __init__(self, num_features=4, hidden=6):
        super().__init__()
        self.actnorm = ActNorm(num_features)
        self.coupling = AffineCoupling(num_features, hidden)

    def forward(self, x: Tensor) -> Tensor:
        z, logdet = self.actnorm(x)
        z, ld = self.coupling(z)
        log_prob = -0.5 * (z.pow(2) + math.log(2 * math.pi)).sum(-1)
        return -(log_prob + logdet + ld).mean()


def make(training=True, done=False):
    step = FlowStep().train(training)
    step.actnorm.initialized.fill_(int(done))
    return torch.compile(step)


def cases():
    yield from build(make, lambda: (randn(5, 4) * 3 + 1,), "base grad nan")
    yield from build(lambda: make(done=True), lambda: (randn(5, 4),), "base nan", tag="warm-")
    yield from build(lambda: make(training=False), lambda: (randn(2, 4),), "base", tag="eval-")
    yield from build(make, lambda: (torch.zeros(3, 4),), "base", tag="flat-")

EXPECT = {'topic': 'normalizing flow',
 'rewrites': [],
 'breaks': {29: 4},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'number-tensor']}
