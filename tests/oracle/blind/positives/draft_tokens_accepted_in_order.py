"""Speculative decoding, verification of one draft: accept until the first refusal, then take the corrected token."""

from typing import Tuple

import torch
from torch import Tensor

from fxkit import ints, rand, sweep

PAD = -1


def residual_distribution(p: Tensor, q: Tensor) -> Tensor:
    diff = (p - q).clamp(min=0.0)
    return diff / diff.sum(dim=-1, keepdim=True).clamp(min=1e-9)


def count_accepted(p: Tensor, q: Tensor, draft: Tensor, r: Tensor) -> int:
    gamma = draft.shape[0]
    n = 0
    for i in range(gamma):
        if r[i] < p[i, draft[i]] / q[i, draft[i]]:
            n += 1
        else:
            break
    return n


@torch.compile
def verify_draft(p_logits: Tensor, q_logits: Tensor, draft: Tensor, r: Tensor) -> Tuple[Tensor, Tensor]:
    p, q = p_logits.softmax(dim=-1), q_logits.softmax(dim=-1)
    gamma = draft.shape[0]
    n = count_accepted(p, q, draft, r)
    if n < gamma:
        dist = residual_distribution(p[n], q[n])
    else:
        dist = p[gamma]
    out = torch.full((gamma + 1,), PAD, dtype=draft.dtype)
    out[:n] = draft[:n]
    out[n] = dist.argmax(dim=-1)
    return out, dist


def cases():
    yield from sweep(verify_draft, lambda: (rand(4, 5), rand(3, 5, seed=2), ints(0, 5, 3), rand(3)), "base grad")
    yield from sweep(verify_draft, lambda: (rand(4, 5), rand(3, 5, seed=2), ints(0, 5, 3), torch.zeros(3)), "base", tag="all-")
    yield from sweep(verify_draft, lambda: (rand(4, 5), rand(3, 5, seed=2), ints(0, 5, 3), torch.ones(3) * 9), "base", tag="none-")

EXPECT = {'topic': 'speculative decoding',
 'kind': 'counter',
 'rewrites': [],
 'breaks': {22: 2},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero', 'finite-grad'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
