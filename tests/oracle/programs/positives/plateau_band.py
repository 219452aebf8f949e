"""The learning rate is cut when the improvement lies in a narrow band."""

import torch

from fxkit import randn, sweep


@torch.compile
def adjust(lr: torch.Tensor, previous: torch.Tensor, current: torch.Tensor) -> torch.Tensor:
    lr = lr * 1.0
    gain = (previous - current).mean()
    if -0.1 <= gain < 0.1:
        lr = lr * 0.5
    return lr


def cases():
    yield from sweep(adjust, lambda: (torch.tensor([0.1, 0.01]), randn(4), randn(4, seed=1)), "base nan half f64")
    yield from sweep(adjust, lambda: (torch.tensor([0.1, 0.01]), randn(4), randn(4) + 0.01), "base half", tag="flat-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R5', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
