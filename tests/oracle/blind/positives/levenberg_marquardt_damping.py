"""A damped Gauss-Newton solver for small curve fits adapts its damping by the gain ratio of the trial step."""

import torch
from torch import nn

from fxkit import build, rand, randn


class ExponentialFit(nn.Module):
    """y = a * exp(-b t) + c, three parameters."""

    def residual(self, p, t, y):
        return p[0] * torch.exp(-p[1] * t) + p[2] - y

    def jacobian(self, p, t):
        e = torch.exp(-p[1] * t)
        return torch.stack([e, -p[0] * t * e, torch.ones_like(t)], dim=1)


class LevenbergMarquardt(nn.Module):
    def __init__(self, damping=1e-2, up=2.0, down=1.0 / 3.0, steps=3):
        super().__init__()
        self.model = ExponentialFit()
        self.damping0, self.up, self.down = damping, up, down
        self.steps = steps

    def trial(self, p, lam, t, y):
        r, J = self.model.residual(p, t, y), self.model.jacobian(p, t)
        A, g = J.t() @ J, J.t() @ r
        delta = torch.linalg.solve(A + lam * torch.eye(3, dtype=p.dtype), -g)
        new_r = self.model.residual(p + delta, t, y)
        predicted = delta @ (lam * delta - g)
        rho = (r.square().sum() - new_r.square().sum()) / (predicted + 1e-12)
        return p + delta, rho

    @torch.compile
    @torch.no_grad()
    def forward(self, p, t, y):
        lam = torch.tensor(self.damping0)
        accepted = torch.zeros(())
        for _ in range(self.steps):
            p_new, rho = self.trial(p, lam, t, y)
            if rho > 0:
                p = p_new
                lam = lam * self.down
                accepted = accepted + 1
            else:
                lam = lam * self.up
        return p, lam, accepted


def load():
    return LevenbergMarquardt()


def cases():
    yield from build(load, lambda: (torch.tensor([1.0, 0.5, 0.0]), 3 * rand(10), randn(10)), "base nan")
    yield from build(load, lambda: (torch.tensor([5.0, -2.0, 3.0]), 3 * rand(10), rand(10)), "base big", tag="far-")

EXPECT = {'topic': 'optimisers',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {43: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['fresh-result'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
