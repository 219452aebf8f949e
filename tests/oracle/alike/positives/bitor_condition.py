"""Two any() results joined with the bitwise operator and tested at once."""

import torch

from fxkit import randn, sweep


@torch.compile
def sanitise(latent, noise):
    mixed = 0.75 * latent + 0.25 * noise
    if torch.isnan(mixed).any() | torch.isinf(mixed).any():
        mixed = torch.nan_to_num(mixed, nan=0.0, posinf=1.0, neginf=-1.0)
    return mixed - noise


def cases():
    yield from sweep(sanitise, lambda: (randn(2, 3), randn(2, 3, seed=2)), "base allnan ninf nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R2', 'R33'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
