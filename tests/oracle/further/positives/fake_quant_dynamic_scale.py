"""Dynamic fake quantisation with a Python float scale and a straight through estimator."""

import torch

from fxkit import randn, sweep


def ste_round(x: torch.Tensor) -> torch.Tensor:
    return x + (torch.round(x) - x).detach()


@torch.compile
def fake_quant(x, bits: int = 8):
    qmax = 2 ** (bits - 1) - 1
    absmax = x.detach().abs().max().item()
    scale = absmax / qmax
    steps = x * qmax
    grid = ste_round(steps + scale)
    return grid - absmax, x * scale


def cases():
    yield from sweep(fake_quant, lambda: (randn(3, 5),), "big zero grad nan+grad inf+grad")
    yield from sweep(fake_quant, lambda: (randn(3, 5),), "base", kwargs={"bits": 4}, tag="four-")


EXPECT = {'topic': 'quantisation',
 'rewrites': ['R22'],
 'breaks': {15: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
