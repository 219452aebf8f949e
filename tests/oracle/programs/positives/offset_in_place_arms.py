"""Fresh box centres are shifted in place, in one direction or the other."""

import torch

from fxkit import rand, randn, sweep


def recentre(centres: torch.Tensor, origin: float) -> torch.Tensor:
    shifted = centres.float() * 2.0
    if shifted.mean() > origin:
        shifted.sub_(origin)
    else:
        shifted.add_(origin)
    return shifted


@torch.compile
def decode_centres(deltas, anchors):
    centres = recentre(deltas + anchors, 0.25)
    return centres.clamp(0.0, 1.0)


def cases():
    yield from sweep(decode_centres, lambda: (randn(3, 2), rand(3, 2)), "base pos neg nan inf zero half f64 grad neg+grad nan+grad inf+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R9', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
