"""Align predicted depth to a reference: static mode first, then a test of the fit."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
@torch.no_grad()
def align_depth(pred, ref, mode="affine"):
    scale, shift = torch.ones(()), torch.zeros(())
    if mode == "affine":
        var = pred.var()
        cov = ((pred - pred.mean()) * (ref - ref.mean())).mean()
        if var > 1e-4:
            scale = cov / var
            shift = ref.mean() - scale * pred.mean()
        else:
            shift = (ref - pred).mean()
    elif not ref.mean() > pred.mean():
        scale = scale * 0.5
    aligned = pred * scale + shift
    return aligned, (aligned - ref).abs().mean()


def cases():
    yield from sweep(align_depth, lambda: (rand(4, 4), rand(4, 4, seed=1)), "base nan")
    yield from sweep(align_depth, lambda: (torch.full((4, 4), 2.0), rand(4, 4, seed=1)), "base", tag="flat-")
    yield from sweep(align_depth, lambda: (rand(4, 4), rand(4, 4, seed=1) + 1), "base", kwargs={"mode": "half"}, tag="up-")
    yield from sweep(align_depth, lambda: (rand(4, 4) + 1, rand(4, 4, seed=1)), "base nan", kwargs={"mode": "half"}, tag="down-")


EXPECT = {'topic': 'geometry',
 'rewrites': ['R3', 'R4', 'R5'],
 'breaks': {15: 1, 20: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
