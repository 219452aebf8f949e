"""Gradient noise scale: squared norms are accumulated in a buffer that is reset after every window."""

import torch
from torch import Tensor, nn

from fxkit import build, randn


class NoiseScale(nn.Module):
    """Collects numbers per window for the controller of the batch size."""

    def __init__(self, beta: float = 0.9):
        super().__init__()
        self.beta = beta
        self.register_buffer("acc", torch.zeros(()))
        self.register_buffer("ema", torch.zeros(()))
        self.windows: list[float] = []

    def add(self, grad: Tensor) -> None:
        self.acc.add_(grad.pow(2).sum())

    def close_window(self, steps: int) -> None:
        self.acc.div_(steps)
        self.windows.append(self.acc.item())
        self.ema.mul_(self.beta).add_(self.acc, alpha=1 - self.beta)
        self.acc.zero_()


class AccumulateStep(nn.Module):
    def __init__(self, accumulate: int = 2):
        super().__init__()
        self.accumulate = accumulate
        self.noise = NoiseScale()
        self.register_buffer("grad_sum", torch.zeros(4))

    @torch.no_grad()
    def forward(self, micro_grads: Tensor) -> Tensor:
        """micro_grads: [accumulate, 4]; returns the averaged gradient"""
        self.grad_sum.zero_()
        for g in micro_grads.unbind(0):
            g = g / self.accumulate
            self.noise.add(g)
            self.grad_sum.add_(g)
        self.noise.close_window(self.accumulate)
        return self.grad_sum.clone()


def make(accumulate=2):
    return torch.compile(AccumulateStep(accumulate))


def cases():
    yield from build(make, lambda: (randn(2, 4),), "base nan zero")
    yield from build(lambda: make(3), lambda: (randn(3, 4),), "base big", tag="three-")
    yield from build(lambda: make(1), lambda: (randn(1, 4),), "base inf", tag="one-")

EXPECT = {'topic': 'training statistics',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {24: 16},
 'gb': ['GB0124'],
 'naive_differs_in': ['type', 'alias'],
 'unsafe': ['number-tensor', 'fresh-result']}
