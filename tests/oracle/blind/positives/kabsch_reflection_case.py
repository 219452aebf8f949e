"""Ligands are superposed on their reference before the error is taken; mirror images are not allowed."""

import torch
from torch import nn

from fxkit import build, randn


def kabsch(P, Q):
    H = P.transpose(0, 1) @ Q
    U, S, Vt = torch.linalg.svd(H)
    d = torch.det(Vt.transpose(0, 1) @ U.transpose(0, 1))
    if d < 0.0:
        flip = torch.ones(3)
        flip[-1] = -1.0
        Vt = Vt * flip[:, None]
        S = S * flip
    R = Vt.transpose(0, 1) @ U.transpose(0, 1)
    return R, S.sum()


class AlignedRMSD(nn.Module):
    def __init__(self, eps=1e-8):
        super().__init__()
        self.eps = eps

    @torch.no_grad()
    def align(self, pred, ref):
        center, ref_center = pred.mean(0), ref.mean(0)
        R, trace = kabsch(pred - center, ref - ref_center)
        return R, center, ref_center, trace

    def forward(self, pred, ref):
        R, center, ref_center, trace = self.align(pred, ref)
        moved = (pred - center) @ R.transpose(0, 1) + ref_center
        rmsd = ((moved - ref).square().sum(-1).mean() + self.eps).sqrt()
        return {"rmsd": rmsd, "trace": trace}


def load():
    return torch.compile(AlignedRMSD())


def cases():
    mirror = torch.tensor([1.0, 1.0, -1.0])
    yield from build(load, lambda: (randn(6, 3), randn(6, 3) + 0.3 * randn(6, 3, seed=1)), "base grad")
    yield from build(load, lambda: (randn(6, 3), randn(6, 3) * mirror), "base grad", tag="mirrored-")

EXPECT = {'topic': 'molecular',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {13: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
