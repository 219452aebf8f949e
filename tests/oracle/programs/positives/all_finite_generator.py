"""all() over the gradients of a list."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def maybe_skip(grads, lr):
    first = grads[0] * lr
    if all(torch.isfinite(g).all() for g in grads):
        first = first + grads[-1]
    return first


def cases():
    yield from sweep(maybe_skip, lambda: ([randn(3), randn(3, seed=1)], 0.1), "base nan inf big half f64")
    yield from sweep(maybe_skip, lambda: ([randn(3), randn(3, seed=1), torch.full((3,), float("nan"))], 0.1), "base", tag="last-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R44'],
 'breaks': {12: 2},
 'gb': ['GB0170', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
