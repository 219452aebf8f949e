"""Activation-aware quantisation tries a grid of scale exponents and keeps the best."""

import torch
from torch import nn

from fxkit import build, randn


def pseudo_quantize_tensor(w, n_bit=4, q_group_size=4):
    org_w_shape = w.shape
    w = w.reshape(-1, q_group_size)
    max_val = w.abs().amax(dim=1, keepdim=True).clamp(min=1e-5)
    max_int = 2 ** (n_bit - 1) - 1
    scales = max_val / max_int
    w = torch.clamp(torch.round(w / scales), -max_int - 1, max_int) * scales
    return w.reshape(org_w_shape)


class AWQLinear(nn.Module):
    def __init__(self, in_features=8, out_features=4, n_grid=4):
        super().__init__()
        self.linear = nn.Linear(in_features, out_features, bias=False)
        self.n_grid = n_grid

    @torch.no_grad()
    def forward(self, x):
        org_out = self.linear(x)
        x_max = x.abs().view(-1, x.shape[-1]).mean(0)
        best_error = float("inf")
        best_ratio = -1
        best_scales = torch.ones_like(x_max)
        for ratio in range(self.n_grid):
            ratio = ratio * 1 / self.n_grid
            scales = x_max.pow(ratio).clamp(min=1e-4).view(-1)
            scales = scales / (scales.max() * scales.min()).sqrt()
            weight = pseudo_quantize_tensor(self.linear.weight * scales.view(1, -1)) / scales.view(1, -1)
            out = torch.nn.functional.linear(x, weight)
            loss = (org_out - out).float().pow(2).mean().item()  # float prevents overflow
            is_best = loss < best_error
            if is_best:
                best_error = loss
                best_ratio = ratio
                best_scales = scales
        return best_scales.view(-1), best_ratio


def load():
    return torch.compile(AWQLinear())


def cases():
    yield from build(load, lambda: (randn(5, 8),), "base big zero")
    yield from build(load, lambda: (randn(5, 8, seed=3) * torch.linspace(0.1, 4, 8),), "base", tag="skew-")
    yield from build(load, lambda: (randn(5, 8),), "nan", tag="bad-")

EXPECT = {'topic': 'quantisation',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {38: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
