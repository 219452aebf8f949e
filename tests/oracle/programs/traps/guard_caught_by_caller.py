"""The caller of the helper handles the program's own exception."""

import torch

from fxkit import randn, sweep


class EmptyNucleus(Exception):
    pass


def nucleus(p, thr):
    keep = p > thr
    if not keep.any():
        raise EmptyNucleus
    return p.masked_fill(~keep, 0.0)


@torch.compile
@torch.no_grad()
def filtered(p, thr=0.5):
    q = p * 2.0
    try:
        out = nucleus(q, thr)
    except EmptyNucleus:
        out = q
    return out


def cases():
    yield from sweep(filtered, lambda: (randn(4),), "pos neg base")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['O16', 'R18'],
 'breaks': {14: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'grad_mode', 'type'],
 'unsafe': ['compiled-exception-type']}
