"""The message tells how many boxes are degenerate."""

import torch

from fxkit import rand, sweep


@torch.compile
def areas(boxes):
    wh = boxes[:, 2:] - boxes[:, :2]
    bad = (wh < 0).any(dim=1)
    if bad.any():
        raise ValueError(f"{int(bad.sum())} degenerate boxes")
    return wh.prod(dim=1)


def cases():
    yield from sweep(areas, lambda: (rand(3, 4),), "base")
    yield from sweep(areas, lambda: (torch.tensor([[0.0, 0.0, 1.0, 2.0]]),), "base", tag="good-")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R18'],
 'breaks': {12: 1, 13: 1},
 'gb': ['GB0124', 'GB0170'],
 'naive_differs_in': ['exception'],
 'unsafe': ['compiled-exception-type']}
