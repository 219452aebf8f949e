"""A log record comes before a tensor test that changes the value."""

import logging

import torch

from fxkit import randn, sweep


log = logging.getLogger("ppo.update")
log.setLevel(logging.INFO)


@torch.compile
def update(logp, old):
    ratio = (logp - old).exp()
    log.info("batch of %d", logp.shape[0])
    if ratio.amax() > 2.0:
        ratio = ratio.clamp(max=2.0) * 0.5
    return ratio + 1.0


def cases():
    yield from sweep(update, lambda: (randn(4), randn(4, seed=1)), "base small nan half f64 grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R36', 'R2'],
 'breaks': {17: 1, 18: 1},
 'gb': ['GB0170', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'log-site', 'requires-grad']}
