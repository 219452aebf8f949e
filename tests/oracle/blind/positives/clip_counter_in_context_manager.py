"""Gradient surgery for a bilevel optimiser; a context manager counts how many tensors were clipped in its scope."""

import contextlib
import warnings

import torch

from fxkit import randn, sweep


class ClipScope:
    def __init__(self):
        self.clipped = 0
        self.seen = 0


@contextlib.contextmanager
def clip_scope(scope, limit):
    scope.seen = 0
    yield scope
    if scope.clipped > limit:
        warnings.warn(f"{scope.clipped} of {scope.seen} gradients were clipped")


def clip(g, max_norm, scope):
    scope.seen += 1
    norm = g.norm()
    if norm > max_norm:
        scope.clipped += 1
        return g * (max_norm / (norm + 1e-6))
    return g


@torch.compile
def bilevel_step(inner_grads, outer_grads, max_norm=1.0):
    """Outer gradient minus its component along the inner one, after clipping both."""
    scope = ClipScope()
    result = []
    with clip_scope(scope, limit=1):
        for gi, go in zip(inner_grads, outer_grads):
            gi = clip(gi, max_norm, scope)
            go = clip(go, max_norm, scope)
            dot = (gi * go).sum()
            result.append(go - dot / gi.pow(2).sum().clamp(min=1e-8) * gi)
    return result, scope.clipped


def grads(a, b):
    return lambda: ([randn(3) * a, randn(2) * a], [randn(3, seed=5) * b, randn(2, seed=5) * b])


def cases():
    yield from sweep(bilevel_step, grads(0.1, 0.1), "base", tag="small-")
    yield from sweep(bilevel_step, grads(9.0, 9.0), "base", tag="large-")
    yield from sweep(bilevel_step, grads(0.1, 9.0), "base", tag="outer-")
    yield from sweep(bilevel_step, grads(0.0, 0.2), "base", tag="zero-")


EXPECT = {'topic': 'optimisers',
 'rewrites': [],
 'breaks': {28: 2},
 'gb': ['GB0066', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 8,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor', 'close']}
