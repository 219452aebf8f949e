"""The emptiness test guards max()."""

import torch

from fxkit import randn, sweep


@torch.compile
def clip_scores(scores):
    s = scores * 1.0
    if s.numel() > 0 and s.max() > 1.0:
        s = s * 0.5
    return s


def cases():
    yield from sweep(clip_scores, lambda: (randn(4),), "base big small empty")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'R5'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
