"""One arm returns a single averaged frame, the other all frames."""

import torch

from fxkit import randn, sweep


@torch.compile
def collapse(frames):
    frames = frames * 0.5
    spread = frames.std(unbiased=False)
    if spread < 0.1:
        frames = frames.mean(0, keepdim=True)
    return frames


def cases():
    yield from sweep(collapse, lambda: (randn(3, 2),), "base small")

EXPECT = {'topic': 'diffusion',
 'verdict': 'decline',
 'obligations': ['O8'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
