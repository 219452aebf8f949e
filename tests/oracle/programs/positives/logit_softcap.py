"""Attention logits are soft-capped when the largest one is above the cap."""

import torch
from torch import Tensor, nn

from fxkit import build, randn


class SoftCap(nn.Module):
    cap: float

    def __init__(self, cap: float = 1.5, dim: int = 4) -> None:
        super().__init__()
        self.scale = dim**-0.5
        self.cap = cap

    @torch.no_grad()
    def forward(self, q: Tensor, k: Tensor) -> Tensor:
        logits = torch.einsum("bqd,bkd->bqk", q, k) * self.scale
        if logits.abs().amax() > self.cap:
            logits = self.cap * torch.tanh(logits / self.cap)
        return logits.softmax(dim=-1)


def load():
    return torch.compile(SoftCap().eval())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4), randn(2, 3, 4, seed=1)), "base small big nan inf ninf zero half f64 grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R2'],
 'breaks': {20: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
