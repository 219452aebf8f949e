"""Compiled again for a number, an attribute, a global and the grad mode; and a generator, which is left to eager."""

import torch

SHIFT = 3


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.step = 0

    def forward(self, x, n):
        return x * n + self.step + SHIFT


@torch.compile
def doubled(x):
    yield x * 2


model = torch.compile(Model())
model(torch.ones(2), 2)
model(torch.ones(2), 3)
model._orig_mod.step = 7
model(torch.ones(2), 2)
SHIFT = 4
model(torch.ones(2), 2)
with torch.no_grad():
    model(torch.ones(2), 2)
list(doubled(torch.ones(2)))
