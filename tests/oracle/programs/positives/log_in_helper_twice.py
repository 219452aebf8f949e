"""A helper logs the shape of each operand."""

import logging

import torch

from fxkit import randn, sweep

logger = logging.getLogger("gnn.shapes")
logger.setLevel(logging.INFO)


def describe(name: str, t: torch.Tensor) -> None:
    logger.info("%s has shape %s", name, list(t.shape))


@torch.compile
def message(src, dst):
    describe("src", src)
    msg = src - dst
    describe("msg", msg)
    return msg.sum(dim=0)


def cases():
    yield from sweep(message, lambda: (randn(4, 2), randn(4, 2, seed=1)), "base nan half grad")
    yield from sweep(message, lambda: (randn(4, 2), randn(1, 2, seed=1)), "base", tag="broadcast-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R36'],
 'breaks': {14: 1},
 'gb': ['GB0291'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
