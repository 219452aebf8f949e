"""max() with a key that reads a number picks one of several tensors."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def strongest(x, experts):
    outs = [x * e for e in experts]
    top = max(outs, key=lambda t: t.sum().item())
    return top + 1.0


def cases():
    yield from sweep(strongest, lambda: (randn(3), [0.5, 2.0, -1.0]), "base pos neg f64 big")

EXPECT = {'topic': 'moe',
 'rewrites': ['R44', 'R25'],
 'breaks': {12: 2},
 'gb': ['GB0124', 'GB0193'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
