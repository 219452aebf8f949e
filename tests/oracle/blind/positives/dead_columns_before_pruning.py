"""One shot pruning: input channels that were never active are removed before the Hessian is inverted."""

import torch
from torch import nn

from fxkit import build, randn


class SparseGPT(nn.Module):
    def __init__(self, rows=3, columns=5, percdamp=0.01):
        super().__init__()
        self.layer = nn.Linear(columns, rows, bias=False)
        self.percdamp = percdamp

    def hessian(self, inp):
        inp = inp.reshape(-1, inp.shape[-1])
        return 2.0 / inp.shape[0] * inp.t() @ inp

    @torch.no_grad()
    def forward(self, inp, sparsity=0.5):
        W = self.layer.weight.clone()
        H = self.hessian(inp)
        dead = torch.diag(H) == 0
        num_dead = int(dead.sum())
        if num_dead > 0:
            H[dead, dead] = 1
            W[:, dead] = 0
        damp = self.percdamp * torch.mean(torch.diag(H))
        Hinv = torch.linalg.inv(H + damp * torch.eye(H.shape[0]))
        scores = W.square() / torch.diag(Hinv).square()
        thresh = scores.flatten().sort().values[int(scores.numel() * sparsity)]
        W = torch.where(scores <= thresh, 0.0, W)
        return W, {"dead": num_dead, "zeros": (W == 0).float().mean()}


def load():
    return torch.compile(SparseGPT())


def cases():
    active = torch.tensor([1.0, 0.0, 1.0, 1.0, 0.0])
    yield from build(load, lambda: (randn(2, 7, 5),), "base big")
    yield from build(load, lambda: (randn(2, 7, 5) * active,), "base zero", tag="dead-")

EXPECT = {'topic': 'pruning',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {24: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
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
