"""Differentially private training: gradients of each sample are scaled down when their joint norm is too large."""

import math

import torch
from torch import nn

from fxkit import build, randn


def joint_norm(grads):
    return math.sqrt(sum(float(g.norm(2)) ** 2 for g in grads))


class PrivateLinear(nn.Module):
    def __init__(self, dim=3, classes=2, max_grad_norm=1.0):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(classes, dim) * 0.5)
        self.bias = nn.Parameter(torch.zeros(classes))
        self.max_grad_norm = max_grad_norm

    def sample_gradients(self, x, y):
        delta = (x @ self.weight.t() + self.bias).softmax(dim=-1)
        delta = delta - nn.functional.one_hot(y, self.bias.shape[0]).to(delta.dtype)
        return delta[:, :, None] * x[:, None, :], delta

    @torch.no_grad()
    def forward(self, x, y, noise):
        gw, gb = self.sample_gradients(x, y)
        total_w, total_b = torch.zeros_like(self.weight), torch.zeros_like(self.bias)
        for i in range(x.shape[0]):
            norm = joint_norm([gw[i], gb[i]])
            if norm > self.max_grad_norm:
                factor = self.max_grad_norm / norm
            else:
                factor = 1.0
            total_w += factor * gw[i]
            total_b += factor * gb[i]
        total_w += self.max_grad_norm * noise
        return total_w / x.shape[0], total_b / x.shape[0]


def load():
    return torch.compile(PrivateLinear())


def cases():
    labels = torch.tensor([0, 1, 1])
    yield from build(load, lambda: (randn(3, 3), labels, 0.1 * randn(2, 3)), "base big")
    yield from build(load, lambda: (0.1 * randn(3, 3), labels, 0.1 * randn(2, 3)), "base", tag="small-")

EXPECT = {'topic': 'privacy',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {12: 3},
 'gb': ['GB0124', 'GB7000', 'GB8335'],
 'skips': 2,
 'graphs_per_call': 1,
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
