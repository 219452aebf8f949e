"""One line of JSON per evaluation."""

import json

import torch

from fxkit import rand, sweep


@torch.compile
def scores(pred, target):
    err = (pred - target).abs()
    return {"mae": float(err.mean()), "worst": float(err.max())}


def evaluate(pred, target):
    return json.dumps(scores(pred, target), sort_keys=True)


def cases():
    yield from sweep(evaluate, lambda: (rand(6), rand(6, seed=1)), "base ones")

EXPECT = {'topic': 'metrics',
 'verdict': 'decline',
 'obligations': ['O15'],
 'breaks': {13: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
