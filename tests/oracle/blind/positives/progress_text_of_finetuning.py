"""A fine-tuning step of a low-rank adapter updates its weights and shows the loss in the text of the progress bar."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class LoRALinear(nn.Module):
    def __init__(self, base, r=2, alpha=4):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.lora_A = nn.Parameter(torch.randn(r, base.in_features) * 0.1)
        self.lora_B = nn.Parameter(torch.zeros(base.out_features, r))
        self.scaling = alpha / r

    def forward(self, x):
        return self.base(x) + (x @ self.lora_A.t() @ self.lora_B.t()) * self.scaling


class ProgressBar:
    def __init__(self):
        self.desc = ""

    def set_description(self, desc):
        self.desc = desc


class Finetuner:
    def __init__(self):
        self.model = nn.Sequential(LoRALinear(nn.Linear(4, 6)), nn.ReLU(), LoRALinear(nn.Linear(6, 3)))
        params = [p for p in self.model.parameters() if p.requires_grad]
        self.optimizer = torch.optim.SGD(params, lr=0.1)
        self.bar = ProgressBar()
        self.compiled_step = torch.compile(self.step)

    def step(self, x, y):
        self.optimizer.zero_grad()
        loss = F.cross_entropy(self.model(x), y)
        loss.backward()
        self.optimizer.step()
        self.bar.set_description(f"loss {loss.item():.4f}")
        return loss.detach()

    def fit(self, x, y):
        loss = self.compiled_step(x, y)
        return loss, self.bar.desc, self.model[2].lora_B.detach().clone()


def load():
    return Finetuner().fit


def cases():
    yield from build(load, lambda: (randn(5, 4), ints(0, 3, 5)), "base zero")

EXPECT = {'topic': 'lora',
 'kind': 'training',
 'rewrites': [],
 'breaks': {39: 4, 41: 1, 42: 4, 43: 2},
 'gb': ['GB0008', 'GB0021', 'GB0025', 'GB0123', 'GB0124'],
 'skips': 1,
 'graphs_per_call': 3,
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
