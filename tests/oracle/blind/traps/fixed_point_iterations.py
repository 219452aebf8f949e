"""Deep equilibrium layer: damped fixed-point iteration that reports how many steps it took."""

import torch
from torch import Tensor, nn

from fxkit import build, randn


class SolverStats:
    def __init__(self):
        self.steps: list[int] = []
        self.residuals: list[Tensor] = []


class FixedPointLayer(nn.Module):
    def __init__(self, dim: int = 4, max_iter: int = 8, tol: float = 1e-2, damping: float = 0.5):
        super().__init__()
        self.W = nn.Linear(dim, dim, bias=False)
        self.U = nn.Linear(dim, dim)
        self.max_iter, self.tol, self.damping = max_iter, tol, damping
        with torch.no_grad():
            self.W.weight.mul_(0.3)

    def step(self, z: Tensor, inject: Tensor) -> Tensor:
        return torch.tanh(self.W(z) + inject)

    def forward(self, x: Tensor, stats: SolverStats) -> tuple[Tensor, int]:
        inject = self.U(x)
        z = torch.zeros_like(inject)
        n = 0
        residuals = []
        while n < self.max_iter:
            f = self.step(z, inject)
            res = (f - z).detach().norm()
            z = z + self.damping * (f - z)
            n += 1
            residuals.append(res)
            if res < self.tol:
                break
        stats.steps.append(n)
        stats.residuals.append(torch.stack(residuals))
        return z, n


def make(**kw):
    return torch.compile(FixedPointLayer(**kw))


def cases():
    yield from build(make, lambda: (randn(3, 4), SolverStats()), "base grad nan")
    yield from build(lambda: make(tol=1.0), lambda: (randn(2, 4), SolverStats()), "base grad", tag="loose-")
    yield from build(lambda: make(tol=0.0, max_iter=2), lambda: (randn(1, 4), SolverStats()), "base", tag="never-")
    yield from build(lambda: make(tol=100.0), lambda: (randn(1, 4), SolverStats()), "base", tag="once-")
    yield from build(lambda: make(tol=0.1), lambda: (randn(2, 4) * 0.01, SolverStats()), "base", tag="small-")

EXPECT = {'topic': 'implicit layers',
 'verdict': 'decline',
 'obligations': [],
 'breaks': {38: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['value', 'shape'],
 'unsafe': ['number-tensor', 'fresh-result', 'finite-grad', 'grad-close']}
