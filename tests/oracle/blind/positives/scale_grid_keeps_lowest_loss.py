"""Activation-aware quantisation: channel scales are searched on a grid, the scale of the lowest loss is kept."""

import torch
from torch import Tensor

from fxkit import randn, sweep


def pseudo_quantize(w: Tensor, n_bit: int = 4, group: int = 4) -> Tensor:
    shape = w.shape
    w = w.reshape(-1, group)
    hi, lo = w.amax(dim=1, keepdim=True), w.amin(dim=1, keepdim=True)
    scale = (hi - lo).clamp(min=1e-5) / (2**n_bit - 1)
    zero = (-torch.round(lo / scale)).clamp(0, 2**n_bit - 1)
    return ((torch.round(w / scale) + zero).clamp(0, 2**n_bit - 1) - zero).mul(scale).reshape(shape)


def get_act_scale(x: Tensor) -> Tensor:
    return x.abs().view(-1, x.shape[-1]).mean(0)


@torch.compile
@torch.no_grad()
def search_module_scale(weight: Tensor, x: Tensor, n_grid: int = 5):
    org_out = x @ weight.t()
    x_max = get_act_scale(x)
    best_error = float("inf")
    best_ratio = -1
    best_scales = None
    history = []
    for ratio in range(n_grid):
        ratio = ratio * 1 / n_grid
        scales = x_max.pow(ratio).clamp(min=1e-4).view(-1)
        scales = scales / (scales.max() * scales.min()).sqrt()
        out = x @ (pseudo_quantize(weight * scales) / scales).t()
        loss = (org_out - out).float().pow(2).mean().item()
        history.append(loss)
        if loss < best_error:
            best_error = loss
            best_ratio = ratio
            best_scales = scales
    if best_ratio == -1:
        raise Exception("no scale was better than nothing")
    return best_scales.view(-1), best_ratio, history


def cases():
    yield from sweep(search_module_scale, lambda: (randn(3, 8), randn(6, 8)), "base big")
    yield from sweep(search_module_scale, lambda: (randn(3, 8), 5 * randn(6, 8).exp()), "base", tag="skewed-")

EXPECT = {'topic': 'quantisation',
 'kind': 'search loop',
 'rewrites': [],
 'breaks': {36: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': ['number-tensor', 'finite', 'compiled-exception-type'],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
