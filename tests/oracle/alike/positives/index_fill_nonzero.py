"""index_fill with squeezed nonzero indices."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def ban_tokens(logits, banned):
    out = torch.tanh(logits) * 4.0 - 1.0
    ids = banned.nonzero().squeeze(-1)
    out = out.index_fill(0, ids, -100.0)
    return out


def cases():
    yield from sweep(ban_tokens, lambda: (randn(6), bools(6)), "base true false nan inf half f64 grad nan+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R31'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
