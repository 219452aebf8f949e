"""Updates of a federated client are scaled down when their norm over all tensors is too large."""

import torch
import torch.nn as nn

from fxkit import build, randn


def clip_updates(updates, max_norm, norm_type=2.0):
    """Scales the tensors in place and returns their norm."""
    total_norm = torch.norm(torch.stack([torch.norm(u, norm_type) for u in updates]), norm_type)
    clip_coef = max_norm / (total_norm + 1e-6)
    if clip_coef < 1:
        for update in updates:
            update.mul_(clip_coef)
    return total_norm


class FederatedClient(nn.Module):
    def __init__(self, max_norm=1.0):
        super().__init__()
        self.register_buffer("weight", torch.randn(3, 4))
        self.register_buffer("bias", torch.randn(3))
        self.max_norm = max_norm

    @torch.no_grad()
    def forward(self, new_weight, new_bias):
        updates = [new_weight - self.weight, new_bias - self.bias]
        norm = clip_updates(updates, self.max_norm)
        self.weight.add_(updates[0])
        self.bias.add_(updates[1])
        return norm


def load():
    return torch.compile(FederatedClient())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3)), "base small nan inf")

EXPECT = {'topic': 'training',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
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
