"""The logged entropy is a Python float in the caller's dict."""

import torch

from fxkit import rand, sweep


@torch.compile
def policy_loss(logp, logs):
    entropy = -logp.mean()
    logs["entropy"] = entropy.item()
    return entropy * 0.5


def cases():
    yield from sweep(policy_loss, lambda: (rand(4), {}), "base nan")

EXPECT = {'topic': 'rl',
 'verdict': 'decline',
 'obligations': ['O15', 'R28'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['type'],
 'unsafe': []}
