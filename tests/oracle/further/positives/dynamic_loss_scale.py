"""Dynamic loss scaling: back off, grow or keep, decided on the device."""

import torch

from fxkit import randn, sweep


def unscale(grads, scale):
    inv = 1.0 / scale
    return [g * inv for g in grads]


@torch.compile
@torch.no_grad()
def update_scale(grads, scale, streak, growth_every: int = 3):
    grads = unscale(grads, scale)
    bad = torch.stack([(~torch.isfinite(g)).sum() for g in grads]).sum()
    if bad > 0:
        scale = scale * 0.5
        streak = torch.zeros_like(streak)
    elif streak + 1 >= growth_every:
        scale = (scale * 2.0).clamp(max=65536.0)
        streak = torch.zeros_like(streak)
    else:
        scale = scale * 1.0
        streak = streak + 1
    return dict(grads=grads, scale=scale, streak=streak)


def cases():
    grads = lambda: [randn(3), randn(2, 2)]
    yield from sweep(update_scale, lambda: (grads(), torch.tensor(1024.0), torch.tensor(0)), "base nan inf")
    yield from sweep(update_scale, lambda: (grads(), torch.tensor(1024.0), torch.tensor(2)), "base nan", tag="grow-")


EXPECT = {'topic': 'optimiser',
 'rewrites': ['R4', 'R3'],
 'breaks': {18: 1, 21: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
