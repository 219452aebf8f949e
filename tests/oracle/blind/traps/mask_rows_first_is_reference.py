"""Points are taken relative to the first visible one."""

import torch

from fxkit import randn, sweep


def relative(points):
    return points - points[0]


@torch.compile
def local_frame(points, visible):
    frame = torch.full_like(points, 9.0)
    frame[visible] = relative(points[visible])
    return frame


def scene(mask):
    return randn(4, 2), torch.tensor(mask)


def cases():
    yield from sweep(local_frame, lambda: scene([True, True, False, True]), "base grad", tag="seen-")
    yield from sweep(local_frame, lambda: scene([False, True, False, True]), "base", tag="hidden-")
    yield from sweep(local_frame, lambda: scene([False, False, False, False]), "base", tag="none-")

EXPECT = {'topic': 'geometry',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {15: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values', 'exception', 'type'],
 'unsafe': []}
