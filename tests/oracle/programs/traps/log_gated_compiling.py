"""Gating the record with is_compiling loses it."""

import logging

import torch
from torch import nn

from fxkit import build, randn

logger = logging.getLogger("attn.fallback")


class Attention(nn.Module):
    def forward(self, q, k):
        logger.warning("falling back to eager attention for head size %d", q.shape[-1])
        return (q @ k.transpose(-1, -2)).softmax(-1)


def cases():
    yield from build(lambda: torch.compile(Attention()), lambda: (randn(2, 3), randn(2, 3, seed=1)), "base zero")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {15: 1},
 'gb': ['GB0291'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
