"""Search of the activation-aware scale by a grid over the ratio."""

import torch

from fxkit import rand, randn, sweep


def pseudo_quantize(w, n_bit=4):
    max_val = w.abs().amax(dim=1, keepdim=True).clamp(min=1e-5)
    max_int = 2 ** (n_bit - 1) - 1
    scales = max_val / max_int
    return torch.clamp(torch.round(w / scales), -max_int - 1, max_int) * scales


@torch.compile
def search_scale(w, x, x_max, n_grid=5):
    """Returns the ratio, the scales and the error of the best candidate."""
    org_out = x @ w.t()
    best_error = float("inf")
    best_ratio = -1
    best_scales = torch.ones_like(x_max)
    for step in range(n_grid):
        ratio = step / n_grid
        scales = x_max.pow(ratio).clamp(min=1e-4).view(-1)
        scales = scales / (scales.max() * scales.min()).sqrt()
        out = x @ (pseudo_quantize(w * scales) / scales).t()
        loss = (org_out - out).float().pow(2).mean().item()
        if loss < best_error:
            best_error = loss
            best_ratio = step
            best_scales = scales
    return best_ratio, best_scales, best_error


def cases():
    for seed in (0, 2, 7):
        yield from sweep(search_scale, lambda s=seed: (randn(5, 6, seed=s), randn(8, 6, seed=s + 1), rand(6, seed=s) * 4 + 0.1), "base", tag=f"s{seed}-")
    yield from sweep(search_scale, lambda: (randn(5, 6), randn(8, 6), rand(6) + 0.1), "nan", tag="bad-")

EXPECT = {'topic': 'quantization',
 'rewrites': [],
 'breaks': {27: 1},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['number-tensor', 'close']}
