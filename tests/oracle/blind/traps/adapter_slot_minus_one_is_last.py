"""Multi-LoRA serving: each request names its adapter slot; slot -1 is the adapter that was loaded last."""

import torch
from torch import nn

from fxkit import build, randn


class LoRAAdapter(nn.Module):
    def __init__(self, dim, rank):
        super().__init__()
        self.down = nn.Linear(dim, rank, bias=False)
        self.up = nn.Linear(rank, dim, bias=False)

    def forward(self, x):
        return self.up(self.down(x))


class MultiLoRALinear(nn.Module):
    def __init__(self, dim=4, ranks=(1, 2, 3)):
        super().__init__()
        self.base = nn.Linear(dim, dim)
        self.adapters = nn.ModuleList([LoRAAdapter(dim, r) for r in ranks])

    def adapter_of(self, slot):
        return self.adapters[int(slot)]

    def forward(self, x, slots):
        out = self.base(x)
        rows = []
        for row, slot in zip(x, slots):
            rows.append(self.adapter_of(slot)(row))
        return out + torch.stack(rows)


def cases():
    make = lambda: torch.compile(MultiLoRALinear())
    for name, slots in {"named": [0, 2, 1], "last": [-1, 0, -1], "second-last": [-2, 1, 1], "missing": [0, 3, 1]}.items():
        yield from build(make, lambda slots=slots: (randn(3, 4), torch.tensor(slots)), "base", tag=name + "-")


EXPECT = {'topic': 'LLM inference',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {26: 2},
 'gb': ['GB0124', 'GB7000'],
 'naive_differs_in': ['exception', 'values'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'grad-close']}
