"""Section sizes go through a tensor before the split."""

import torch

from fxkit import randn, sweep


@torch.compile
def qkv(fused, q_dim, kv_dim):
    sections = torch.tensor([q_dim, kv_dim, kv_dim])
    q, k, v = fused.split(sections.tolist(), dim=-1)
    return q.sum(-1), k * 0.5, v + 1.0


def cases():
    yield from sweep(qkv, lambda: (randn(3, 8), 4, 2), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(qkv, lambda: (randn(3, 8), 6, 1), "base grad", tag="wide-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R21'],
 'breaks': {11: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
