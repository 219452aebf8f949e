"""A logger warning with a value under a tensor test."""

import logging

import torch

from fxkit import randn, sweep


logger = logging.getLogger("agent.update")
logger.setLevel(logging.INFO)


@torch.compile
def entropy_bonus(logp, coef):
    ent = -(logp * coef)
    low = ent.detach().mean()
    if low < 0.0:
        logger.warning("entropy fell to %.3f", low.item())
    return ent + 1.0


def cases():
    yield from sweep(entropy_bonus, lambda: (randn(5), 0.5), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R17', 'R36'],
 'breaks': {18: 1, 19: 2},
 'gb': ['GB0124', 'GB0170', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
