"""The planner treats a whole number as steps and anything else as a fraction of the episode."""

import torch

from fxkit import rand, sweep

EPISODE = 200


@torch.compile
def horizon(confidence):
    steps = (confidence > 0.5).sum()
    return confidence * 2.0, int(steps)


def plan(confidence):
    doubled, reach = horizon(confidence)
    if not isinstance(reach, (int, float)):
        raise TypeError(f"not a horizon: {type(reach).__name__}")
    length = reach if isinstance(reach, int) else round(reach * EPISODE)
    return doubled[: length or 1]


def cases():
    yield from sweep(plan, lambda: (rand(6),), "base zero")

EXPECT = {'topic': 'rl',
 'verdict': 'decline',
 'obligations': ['O15'],
 'breaks': {13: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
