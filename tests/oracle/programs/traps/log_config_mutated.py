"""The logged dict gets another entry afterwards."""

import logging

import torch

from fxkit import randn, sweep

logger = logging.getLogger("metrics.config")
logger.setLevel(logging.INFO)


@torch.compile
def evaluate(pred, cfg):
    score = pred.mean()
    logger.info("config %s", cfg)
    cfg["evaluated"] = True
    return score * 100.0


def cases():
    yield from sweep(evaluate, lambda: (randn(4), {"k": 1}), "base nan")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {16: 1},
 'gb': ['GB0291'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
