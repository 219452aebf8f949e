"""One arm writes a log record."""

import logging

import torch

from fxkit import ints, randn, sweep

log = logging.getLogger("moe.capacity")


@torch.compile
def drop_overflow(weights, load, capacity=4):
    w = weights * 1.0
    if load.max() > capacity:
        log.warning("expert over capacity")
        w = w * 0.5
    return w


def cases():
    yield from sweep(drop_overflow, lambda: (randn(4), ints(0, 4, 3)), "base")
    yield from sweep(drop_overflow, lambda: (randn(4), ints(5, 9, 3)), "base", tag="full-")

EXPECT = {'topic': 'moe',
 'verdict': 'any correct rewrite',
 'obligations': ['O3', 'R36'],
 'breaks': {15: 1, 16: 1},
 'gb': ['GB0170', 'GB0291'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
