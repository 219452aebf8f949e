"""Stochastic Polyak step: the rate is the gap of the loss over the squared gradient norm, up to a bound."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class SPS:
    def __init__(self, f_star=0.0, c=0.5, eta_max=1.0):
        self.f_star, self.c, self.eta_max = f_star, c, eta_max
        self.last_rate = 0.0

    @torch.no_grad()
    def update(self, params, grads, loss):
        grad_norm = torch.sqrt(sum(g.square().sum() for g in grads)).item()
        if grad_norm < 1e-8:
            step_size = 0.0
        else:
            step_size = (loss.item() - self.f_star) / (self.c * grad_norm ** 2)
            step_size = min(step_size, self.eta_max)
        self.last_rate = step_size
        return [p - step_size * g for p, g in zip(params, grads)]


class LogisticModel(nn.Module):
    def __init__(self, dim=3, eta_max=1.0):
        super().__init__()
        self.opt = SPS(eta_max=eta_max)

    def forward(self, w, b, x, y):
        p = torch.sigmoid(x @ w + b)
        loss = F.binary_cross_entropy(p, y)
        error = (p - y) / y.numel()
        w, b = self.opt.update([w, b], [x.t() @ error, error.sum()], loss)
        return w, b, loss, self.opt.last_rate


def load(eta=1.0):
    return torch.compile(LogisticModel(eta_max=eta))


def inputs(scale=1.0):
    y = torch.tensor([0.0, 1.0, 1.0, 0.0])
    return randn(3), torch.zeros(()), randn(4, 3) * scale, y


def cases():
    yield from build(load, inputs, "base")
    yield from build(lambda: load(50.0), inputs, "base", tag="loose-")
    yield from build(load, lambda: (torch.zeros(3), torch.zeros(()), torch.zeros(4, 3), torch.tensor([0.0, 1.0, 1.0, 0.0])), "base", tag="flat-")

EXPECT = {'topic': 'optimizers',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {17: 1, 21: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
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
