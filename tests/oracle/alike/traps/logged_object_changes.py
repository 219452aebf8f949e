"""The logged dictionary is changed after the record."""

import logging

import torch

from fxkit import randn, sweep


log = logging.getLogger("state")
log.setLevel(logging.INFO)


@torch.compile
def advance(x, state):
    y = x * 2.0
    log.info("state %s", state)
    state["step"] = state["step"] + 1
    return y + 1.0


def cases():
    yield from sweep(advance, lambda: (randn(3), {"step": 3}), "base nan")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {17: 1},
 'gb': ['GB0291'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent', 'log-site']}
