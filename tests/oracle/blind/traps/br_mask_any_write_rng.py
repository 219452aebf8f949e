"""Unknown tokens get random vectors; nothing is drawn in a clean batch."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def fill_unknown(h, unknown):
    if unknown.any():
        noise = torch.randn_like(h) * 0.1
        h = torch.where(unknown[:, None], noise, h)
    return torch.nn.functional.normalize(h, dim=-1)


def cases():
    yield from sweep(fill_unknown, lambda: (randn(4, 3), bools(4)), "base true false")

EXPECT = {'topic': 'nlp',
 'verdict': 'any correct rewrite',
 'obligations': ['O5'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
