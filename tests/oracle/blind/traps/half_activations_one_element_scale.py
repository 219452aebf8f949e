"""Weight only quantisation: the scale of a layer was saved as a tensor with one element, in single precision."""

import torch
from torch import nn

from fxkit import build, ints, randn


class Int8Linear(nn.Module):
    """int8 weight, one scale; the result has the dtype of the activations."""

    def __init__(self, n_in, n_out):
        super().__init__()
        self.register_buffer("weight", ints(-127, 128, n_out, n_in).to(torch.int8))
        self.register_buffer("scale", torch.tensor([0.0123]))

    def forward(self, x):
        out = x @ self.weight.to(x.dtype).t()
        return out * self.scale.item()


class QuantMLP(nn.Module):
    def __init__(self, dim=4, hidden=6):
        super().__init__()
        self.up = Int8Linear(dim, hidden)
        self.down = Int8Linear(hidden, dim)

    def forward(self, x):
        """x: (batch, dim), in half or single precision."""
        return self.down(torch.relu(self.up(x)))


def load():
    return torch.compile(QuantMLP())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base half bf16")

EXPECT = {'topic': 'inference',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['O8', 'dtype promotion'],
 'breaks': {19: 3},
 'gb': ['GB0124'],
 'naive_differs_in': ['dtype'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
