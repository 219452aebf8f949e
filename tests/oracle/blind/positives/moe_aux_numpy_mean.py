"""A mixture of experts logs the balance losses of its layers, averaged with numpy over a list of numbers."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Router(nn.Module):
    def __init__(self, dim, experts):
        super().__init__()
        self.experts = experts
        self.wg = nn.Linear(dim, experts, bias=False)

    def forward(self, x):
        probs = self.wg(x).softmax(dim=-1)
        top = F.one_hot(probs.argmax(dim=-1), self.experts).float()
        l_aux = self.experts * (probs.mean(dim=0) * top.mean(dim=0)).sum()
        return probs.amax(dim=-1, keepdim=True), l_aux


class MoEStack(nn.Module):
    def __init__(self, dim=4, layers=3, experts=3, aux_weight=0.01):
        super().__init__()
        self.routers = nn.ModuleList(Router(dim, experts) for _ in range(layers))
        self.mlps = nn.ModuleList(nn.Linear(dim, dim) for _ in range(layers))
        self.aux_weight = aux_weight

    def forward(self, x, y):
        aux = []
        for router, mlp in zip(self.routers, self.mlps):
            gate, l_aux = router(x)
            x = x + gate * F.silu(mlp(x))
            aux.append(l_aux)
        lm_loss = F.mse_loss(x, y)
        loss = lm_loss + self.aux_weight * sum(aux)
        stats = {"lm_loss": lm_loss.item(), "aux_loss": float(np.mean([a.item() for a in aux]))}
        return loss, stats


def load():
    return torch.compile(MoEStack())


def cases():
    yield from build(load, lambda: (randn(6, 4), randn(6, 4, seed=1)), "base grad big nan")

EXPECT = {'topic': 'llm training',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {39: 7},
 'gb': ['GB0033', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
