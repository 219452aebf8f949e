"""The maximum over the kept scores is taken only if something is kept: here an empty image raises."""

import torch

from fxkit import rand, sweep


@torch.compile
@torch.no_grad()
def best_kept(scores, threshold: float = 0.5):
    keep = scores > threshold
    best = scores[keep].max()
    return scores / best, keep


def cases():
    yield from sweep(best_kept, lambda: (rand(6),), "base zero ones")


EXPECT = {'topic': 'detection',
 'verdict': 'decline',
 'obligations': ['R30', 'O4'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
