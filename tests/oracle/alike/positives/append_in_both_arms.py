"""Both arms append to the same local list."""

import torch

from fxkit import randn, sweep


@torch.compile
def trajectory(x, drift):
    steps = [x * 1.0]
    for scale in (0.5, 0.25):
        last = steps[-1]
        if (last - drift).mean() > 0:
            steps.append(last - drift * scale)
        else:
            steps.append(last + scale)
    return torch.cat(steps)


def cases():
    yield from sweep(trajectory, lambda: (randn(3), randn(3, seed=1)), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R11', 'R10'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
