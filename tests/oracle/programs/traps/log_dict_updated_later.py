"""The logged dictionary gets another entry before the function returns."""

import logging

import torch

from fxkit import randn, sweep


log = logging.getLogger("eval.report")
log.setLevel(logging.INFO)


@torch.compile
def evaluate(pred, target, report):
    err = pred - target
    report["n"] = pred.shape[0]
    log.info("report so far: %s", report)
    report["done"] = True
    return err.abs().mean()


def cases():
    yield from sweep(evaluate, lambda: (randn(4), randn(4, seed=1), {}), "base")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {18: 1},
 'gb': ['GB0291'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
