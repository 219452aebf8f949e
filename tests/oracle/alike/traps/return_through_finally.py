"""The early return still runs the finally block with its own label."""

import torch

from fxkit import randn, sweep


@torch.compile
def act(obs, trace):
    label = "greedy"
    try:
        if obs.sum() > 0:
            return obs * 2.0
        label = "explore"
        out = obs - 1.0
    finally:
        trace.append(label)
    return out


def cases():
    yield from sweep(act, lambda: (randn(3), []), "pos neg")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['O12', 'O16'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
