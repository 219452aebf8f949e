"""Low-rank adapter layer that folds its update into the weight when it runs in evaluation mode for the first time."""

import copy

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class LoRALinear(nn.Linear):
    def __init__(self, in_features, out_features, r=2, alpha=4):
        super().__init__(in_features, out_features)
        self.lora_A = nn.Parameter(torch.randn(r, in_features) * 0.3)
        self.lora_B = nn.Parameter(torch.randn(out_features, r) * 0.3)
        self.scaling = alpha / r
        self.merged = False
        self.base = None

    def merge(self):
        self.base = copy.deepcopy(self.weight.data)
        self.weight.data += self.lora_B.data @ self.lora_A.data * self.scaling
        self.merged = True

    def forward(self, x):
        if not self.training and not self.merged:
            self.merge()
        result = F.linear(x, self.weight, self.bias)
        if not self.merged:
            result = result + (x @ self.lora_A.t() @ self.lora_B.t()) * self.scaling
        return result


class Block(nn.Module):
    def __init__(self, dim=5):
        super().__init__()
        self.up = LoRALinear(dim, 8)
        self.down = LoRALinear(8, dim)

    def forward(self, x):
        return x + self.down(F.gelu(self.up(x)))


def load():
    return torch.compile(Block())


def load_eval():
    return torch.compile(Block().eval())


def cases():
    yield from build(load, lambda: (randn(3, 5),), "base grad")
    yield from build(load_eval, lambda: (randn(3, 5),), "base", tag="eval-")

EXPECT = {'topic': 'llm',
 'kind': 'module surgery',
 'rewrites': [],
 'breaks': {22: 1},
 'gb': ['GB4198'],
 'skips': 0,
 'graphs_per_call': 8,
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
