"""The level is raised between two records."""

import logging

import torch

from fxkit import randn, sweep


log = logging.getLogger("agent.level")


@torch.compile
def act(obs):
    log.setLevel(logging.INFO)
    a = obs * 2.0
    log.info("acting")
    log.setLevel(logging.ERROR)
    log.info("hidden")
    return a - 1.0


def cases():
    yield from sweep(act, lambda: (randn(3),), "base")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {15: 1, 17: 1, 18: 1, 19: 1},
 'gb': ['GB0291'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
