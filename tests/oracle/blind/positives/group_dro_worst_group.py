"""Group DRO: the weights of the groups that occur in the batch rise with their loss."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class GroupDRO(nn.Module):
    def __init__(self, n_groups=4, step_size=0.5):
        super().__init__()
        self.step_size = step_size
        self.register_buffer("adv_probs", torch.ones(n_groups) / n_groups)

    def forward(self, losses, group):
        robust = losses.new_zeros(())
        with torch.no_grad():
            for g in torch.unique(group):
                mean = losses[group == g].mean()
                self.adv_probs[g] *= torch.exp(self.step_size * mean)
            self.adv_probs /= self.adv_probs.sum()
        for g in torch.unique(group):
            robust = robust + self.adv_probs[g] * losses[group == g].mean()
        return robust


class Classifier(nn.Module):
    def __init__(self, dim=5, classes=2):
        super().__init__()
        self.linear = nn.Linear(dim, classes)
        self.dro = GroupDRO()

    def forward(self, x, y, group):
        losses = F.cross_entropy(self.linear(x), y, reduction="none")
        return self.dro(losses, group), losses.detach().mean()


def load():
    return torch.compile(Classifier())


def cases():
    yield from build(load, lambda: (randn(6, 5), ints(0, 2, 6), torch.tensor([0, 3, 0, 1, 3, 3])), "base grad nan")
    yield from build(load, lambda: (randn(4, 5), ints(0, 2, 4), torch.tensor([2, 2, 2, 2])), "base", tag="single-")

EXPECT = {'topic': 'fairness',
 'kind': 'unique loop',
 'rewrites': [],
 'breaks': {19: 3, 20: 1},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
