"""Two arms print; hoisting prints both."""

import torch

from fxkit import randn, sweep


@torch.compile
def choose(logits):
    top = logits.max()
    if top > 1.0:
        print("sharp")
        out = logits * 0.5
    else:
        print("flat")
        out = logits * 2.0
    return out


def cases():
    yield from sweep(choose, lambda: (randn(4),), "big small neg")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {11: 1, 12: 1, 15: 1},
 'gb': ['GB0059', 'GB0170'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
