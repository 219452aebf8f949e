"""Both arms print, a third text follows."""

import torch

from fxkit import rand, sweep


@torch.compile
def decay(lr, loss):
    new = lr * 0.9
    if loss.mean() > 0.5:
        print("plateau")
    else:
        print("fine")
    print("next", flush=True)
    return new


def cases():
    yield from sweep(decay, lambda: (rand(2), rand(3)), "base nan half f64 grad")
    yield from sweep(decay, lambda: (rand(2), rand(3) + 1.0), "base half", tag="high-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R36', 'R17'],
 'breaks': {11: 1, 12: 1, 15: 1},
 'gb': ['GB0059', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
