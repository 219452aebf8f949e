"""The record names the function that logged."""

import logging

import torch

from fxkit import randn, sweep

log = logging.getLogger("site")
log.setLevel(logging.INFO)


@torch.compile
def focal(p):
    y = p * p
    log.info("focal")
    return y + 1.0


def cases():
    yield from sweep(focal, lambda: (randn(3),), "base")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {16: 1},
 'gb': ['GB0291'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
