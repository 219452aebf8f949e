"""Score matching step of a diffusion model; broken steps do not enter the running loss."""

import torch
from torch import Tensor, nn

from fxkit import build, rand, randn


class ScoreNet(nn.Module):
    def __init__(self, dim: int = 3, hidden: int = 8):
        super().__init__()
        self.time = nn.Linear(1, hidden)
        self.inp = nn.Linear(dim, hidden)
        self.out = nn.Linear(hidden, dim)

    def forward(self, x: Tensor, sigma: Tensor) -> Tensor:
        h = torch.tanh(self.inp(x) + self.time(sigma.log()))
        return self.out(h) / sigma


class DSMStep(nn.Module):
    """Denoising score matching with an exponential moving average of the loss for the dashboard."""

    def __init__(self, sigma_min=0.01, sigma_max=2.0, ema=0.9, loss_limit=1e6):
        super().__init__()
        self.net = ScoreNet()
        self.sigma_min, self.sigma_max = sigma_min, sigma_max
        self.ema, self.loss_limit = ema, loss_limit
        self.register_buffer("loss_ema", torch.zeros(()))
        self.register_buffer("skipped", torch.zeros((), dtype=torch.long))

    def sigma(self, u: Tensor) -> Tensor:
        return self.sigma_min * (self.sigma_max / self.sigma_min) ** u

    def per_sample(self, x: Tensor, u: Tensor, noise: Tensor) -> Tensor:
        sigma = self.sigma(u).unsqueeze(-1)
        score = self.net(x + sigma * noise, sigma)
        return (sigma * score + noise).pow(2).sum(-1)

    def forward(self, x: Tensor, u: Tensor, noise: Tensor) -> Tensor:
        loss = self.per_sample(x, u, noise).mean()
        with torch.no_grad():
            if torch.isfinite(loss) and loss < self.loss_limit:
                self.loss_ema.mul_(self.ema).add_(loss, alpha=1 - self.ema)
            else:
                self.skipped.add_(1)
        return loss


def make(**kw):
    return torch.compile(DSMStep(**kw))


def _args(n):
    return randn(n, 3), rand(n), randn(n, 3, seed=4)


def cases():
    yield from build(make, lambda: _args(4), "base grad nan inf huge")
    yield from build(lambda: make(loss_limit=1e-3), lambda: _args(2), "base", tag="limit-")
    yield from build(lambda: make(ema=0.0), lambda: _args(1), "base", tag="last-")

EXPECT = {'topic': 'score matching',
 'rewrites': [],
 'breaks': {43: 6},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'close']}
