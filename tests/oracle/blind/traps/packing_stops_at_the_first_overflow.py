"""Documents are packed into the context until one does not fit; what comes behind it waits for the next batch."""

import torch
from torch import nn

from fxkit import build, randn


class Packer(nn.Module):
    def __init__(self, dim=3, context=10):
        super().__init__()
        self.value = nn.Linear(dim, 1)
        self.context = context

    def forward(self, docs, lengths):
        value = self.value(docs).squeeze(-1)
        used = torch.zeros((), dtype=lengths.dtype)
        total = torch.zeros(())
        for i in range(docs.size(0)):
            if used + lengths[i] > self.context:
                break
            used = used + lengths[i]
            total = total + value[i]
        return total, used


def load():
    return torch.compile(Packer())


def cases():
    for name, n in (("fits-", [2, 3, 1, 2]), ("overflow-", [4, 9, 3, 1]), ("tail-", [4, 3, 2, 5]), ("first-", [11, 1, 1, 1])):
        yield from build(load, lambda n=n: (randn(4, 3), torch.tensor(n)), "base grad", tag=name)

EXPECT = {'topic': 'LLM training, data packing',
 'kind': 'break in a loop',
 'verdict': 'any correct rewrite',
 'obligations': ['order of the loop'],
 'breaks': {20: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['None or not', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
