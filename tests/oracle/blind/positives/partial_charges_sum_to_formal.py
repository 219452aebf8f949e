"""Charge equilibration head: predicted partial charges are shifted so that each molecule has its formal charge."""

import torch
from torch import nn

from fxkit import build, randn


class ChargeHead(nn.Module):
    def __init__(self, dim=4, tol=1e-3, max_shift=0.5):
        super().__init__()
        self.mlp = nn.Sequential(nn.Linear(dim, dim), nn.SiLU(), nn.Linear(dim, 1))
        self.tol = tol
        self.max_shift = max_shift
        self.corrections = []

    def neutralise(self, q, mask, formal):
        excess = (q * mask).sum() - formal
        if excess.abs().item() <= self.tol:
            return q, torch.zeros_like(excess)
        shift = excess / mask.sum()
        if shift.abs() > self.max_shift:
            shift = torch.sign(shift) * self.max_shift
        return q - shift * mask, shift

    def forward(self, feats, mask, formal):
        q = self.mlp(feats).squeeze(-1) * mask
        out, shifts = [], []
        for i in range(q.size(0)):
            qi, s = self.neutralise(q[i], mask[i], formal[i])
            out.append(qi)
            shifts.append(s)
        charges = torch.stack(out)
        self.corrections.append(torch.stack(shifts).detach().abs().max())
        return charges, (charges * mask).sum(-1)


def cases():
    make = lambda **kw: lambda: torch.compile(ChargeHead(**kw))
    mask = torch.tensor([[1.0, 1, 1], [1, 1, 0]])
    yield from build(make(), lambda: (randn(2, 3, 4), mask.clone(), torch.tensor([0.0, 1.0])), "base grad", tag="usual-")
    yield from build(make(tol=50.0), lambda: (randn(2, 3, 4), mask.clone(), torch.tensor([0.0, 1.0])), "base grad", tag="loose-")
    yield from build(make(max_shift=0.05), lambda: (randn(2, 3, 4), mask.clone(), torch.tensor([-2.0, 0.0])), "base grad", tag="capped-")


EXPECT = {'topic': 'chemistry',
 'rewrites': [],
 'breaks': {19: 3, 22: 4},
 'gb': ['GB0124', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
