"""The level changes between two records of one call."""

import logging

import torch

from fxkit import randn, sweep

log = logging.getLogger("router")
log.setLevel(logging.INFO)


@torch.compile
def route(x):
    log.setLevel(logging.INFO)
    log.info("routing")
    y = x * 2.0
    log.setLevel(logging.ERROR)
    log.info("hidden")
    return y


def cases():
    yield from sweep(route, lambda: (randn(3),), "base")

EXPECT = {'topic': 'moe',
 'verdict': 'any correct rewrite',
 'obligations': ['R36', 'O3'],
 'breaks': {15: 1, 16: 1, 18: 1, 19: 1},
 'gb': ['GB0291'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
