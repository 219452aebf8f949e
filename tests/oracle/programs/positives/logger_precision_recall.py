"""Precision and recall are logged with lazy formatting."""

import logging

import torch

from fxkit import bools, randn, sweep


logger = logging.getLogger("eval.prf")
logger.setLevel(logging.INFO)


@torch.compile
def precision_recall(scores: torch.Tensor, target: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    pred = scores > 0
    tp = (pred & target).sum()
    precision = tp / pred.sum().clamp(min=1)
    recall = tp / target.sum().clamp(min=1)
    logger.info("precision %.3f recall %.3f", precision.item(), recall.item())
    return precision, recall


def cases():
    yield from sweep(precision_recall, lambda: (randn(8), bools(8)), "base pos neg true false nan half")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R36'],
 'breaks': {20: 2},
 'gb': ['GB0124', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
