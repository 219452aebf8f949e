"""Speculative decoding: the cache is rolled back in place when the draft tokens were rejected."""

import torch
from torch import nn

from fxkit import build, ints, randn


class DraftVerifier(nn.Module):
    def __init__(self, dim=4, vocab=6):
        super().__init__()
        self.head = nn.Linear(dim, vocab)

    @torch.no_grad()
    def forward(self, hidden, draft, past_key, past_value):
        """past_key, past_value: (B, T, D) buffers; the last len(draft) positions belong to the draft"""
        n = draft.shape[1]
        accepted = self.head(hidden).argmax(-1) == draft
        keep = accepted.long().cumprod(1)
        if not accepted.all():
            for past in (past_key, past_value):
                past[:, -n:].mul_(keep.unsqueeze(-1).to(past.dtype))
        return keep.sum(1), (past_key, past_value)


def load():
    return torch.compile(DraftVerifier())


def batch():
    return randn(2, 3, 4), ints(0, 6, 2, 3), randn(2, 5, 4, seed=1), randn(2, 5, 4, seed=2)


def cases():
    yield from build(load, batch, "base nan")


EXPECT = {'topic': 'generation',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {20: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['alias', 'values'],
 'unsafe': []}
