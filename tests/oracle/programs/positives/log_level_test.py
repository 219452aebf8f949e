"""The level is tested before a debug record of the box count."""

import logging
import sys

import torch

from fxkit import rand, sweep

LOG = logging.getLogger("boxes")
LOG.setLevel(logging.DEBUG)


@torch.compile
def decode(boxes, anchors):
    out = boxes * 0.1 + anchors
    if LOG.isEnabledFor(logging.DEBUG):
        LOG.debug("decoded %d boxes", out.shape[0])
    print("boxes:", out.size(0), file=sys.stderr)
    return out.clamp(min=0.0)


def cases():
    yield from sweep(decode, lambda: (rand(3, 4), rand(3, 4, seed=1)), "base nan half grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R36'],
 'breaks': {17: 1, 18: 1, 19: 1},
 'gb': ['GB0059', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
