"""Two task maps are balanced with float statistics of each other."""

import torch

from fxkit import randn, sweep


def magnitude(t):
    return t.detach().abs().mean()


@torch.compile
def balance(seg, depth, momentum=0.9):
    ws, wd = magnitude(seg).item(), magnitude(depth).item()
    seg_weight = momentum * wd + (1 - momentum) * ws
    depth_weight = momentum * ws + (1 - momentum) * wd
    return {
        "seg": seg * seg_weight,
        "depth": depth * depth_weight,
        "total": (seg + depth) * (ws + wd),
    }


def cases():
    yield from sweep(balance, lambda: (randn(3, 4), randn(3, 4, seed=1)), "zero grad nan+grad inf+grad")


EXPECT = {'topic': 'loss',
 'rewrites': ['R22'],
 'breaks': {14: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
