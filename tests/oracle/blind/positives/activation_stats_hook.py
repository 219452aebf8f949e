"""Forward hooks that record activation statistics of every linear layer of an MLP."""

import torch
import torch.nn as nn

from fxkit import build, randn


class ActivationMonitor:
    """Keeps mean, std and the share of dead units of the last forward pass."""

    def __init__(self):
        self.stats = {}

    def attach(self, model):
        for name, module in model.named_modules():
            if isinstance(module, nn.Linear):
                module.register_forward_hook(self.make_hook(name))

    def make_hook(self, name):
        def hook(module, inputs, output):
            out = output.detach().float()
            self.stats[name] = {
                "mean": out.mean().item(),
                "std": out.std().item(),
                "dead": (out <= 0).all(dim=0).sum().item(),
            }

        return hook


class MLP(nn.Module):
    def __init__(self, dim=4, hidden=6, depth=2):
        super().__init__()
        dims = [dim] + [hidden] * depth
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip(dims, dims[1:]))
        self.monitor = ActivationMonitor()
        self.monitor.attach(self)

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
        return x, dict(self.monitor.stats)


def make_mlp():
    return torch.compile(MLP())


def cases():
    yield from build(make_mlp, lambda: (randn(5, 4),), "base grad")
    yield from build(make_mlp, lambda: (randn(5, 4, seed=3) * 4,), "base nan", tag="big-")

EXPECT = {'topic': 'diagnostics',
 'rewrites': [],
 'breaks': {24: 2, 25: 2, 26: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 8,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'number-tensor']}
