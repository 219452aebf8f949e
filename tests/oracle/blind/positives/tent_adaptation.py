"""Tent: at test time the affine parameters of the norms follow the gradient of the entropy of the predictions."""

import torch
import torch.nn as nn

from fxkit import build, randn


def softmax_entropy(x: torch.Tensor) -> torch.Tensor:
    """Entropy of softmax distribution from logits."""
    return -(x.softmax(1) * x.log_softmax(1)).sum(1)


def collect_params(model):
    params = []
    for m in model.modules():
        if isinstance(m, nn.GroupNorm):
            params += [m.weight, m.bias]
    return params


class Tent(nn.Module):
    """Once tented, a model adapts itself by updating on every forward."""

    def __init__(self, model, lr=0.05):
        super().__init__()
        self.model = model
        for p in model.parameters():
            p.requires_grad_(False)
        self.optimizer = torch.optim.SGD([p.requires_grad_(True) for p in collect_params(model)], lr=lr)

    @torch.enable_grad()
    def forward_and_adapt(self, x):
        outputs = self.model(x)
        # adapt
        loss = softmax_entropy(outputs).mean(0)
        loss.backward()
        self.optimizer.step()
        self.optimizer.zero_grad()
        return outputs.detach()

    def forward(self, x):
        return self.forward_and_adapt(x)


def load():
    net = nn.Sequential(nn.Linear(4, 6), nn.GroupNorm(2, 6), nn.ReLU(), nn.Linear(6, 3))
    return torch.compile(Tent(net))


def cases():
    yield from build(load, lambda: (randn(5, 4),), "base big zero")

EXPECT = {'topic': 'robustness',
 'kind': 'optimizer step',
 'rewrites': [],
 'breaks': {37: 2, 38: 1, 39: 1},
 'gb': ['GB0008', 'GB0025', 'GB0123'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
