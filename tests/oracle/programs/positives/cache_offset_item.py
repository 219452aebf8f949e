"""The position offset of a key cache goes through a tensor and back."""

import torch

from fxkit import randn, sweep


@torch.compile
def causal_scores(q, k):
    q_len, k_len = q.shape[1], k.shape[1]
    offset = torch.tensor(k_len - q_len).item()
    rows = torch.arange(q_len) + offset
    keep = torch.arange(k_len)[None, :] <= rows[:, None]
    scores = q @ k.transpose(1, 2)
    return scores.masked_fill(~keep, -1e4)


def cases():
    yield from sweep(causal_scores, lambda: (randn(2, 2, 3), randn(2, 5, 3, seed=1)), "base nan inf half f64 grad nan+grad")
    yield from sweep(causal_scores, lambda: (randn(2, 4, 3), randn(2, 4, 3, seed=1)), "base grad", tag="prefill-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R21'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
