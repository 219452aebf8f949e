"""A tensor branch inside one case of a static match."""

import torch

from fxkit import randn, sweep


@torch.compile
def reduce_loss(loss, mode):
    match mode:
        case "robust":
            if loss.max() > 2.0:
                loss = loss.clamp(max=2.0) + 0.5
            else:
                loss = loss * 1.0
        case _:
            loss = loss + 1.0
    return loss.mean()


def cases():
    yield from sweep(reduce_loss, lambda: (randn(5), "robust"), "base small big nan inf half f64 grad big+grad")
    yield from sweep(reduce_loss, lambda: (randn(5), "mean"), "base", tag="mean-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R3', 'R1'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
