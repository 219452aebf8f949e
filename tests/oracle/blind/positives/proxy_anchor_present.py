"""Proxy-Anchor loss: the positive term runs over the proxies that have a sample in the batch."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def binarize(T, nb_classes):
    return F.one_hot(T, nb_classes).float()


class ProxyAnchor(nn.Module):
    def __init__(self, nb_classes=5, sz_embed=4, mrg=0.1, alpha=8):
        super().__init__()
        self.proxies = nn.Parameter(torch.randn(nb_classes, sz_embed))
        self.nb_classes = nb_classes
        self.mrg = mrg
        self.alpha = alpha

    def forward(self, X, T):
        P = self.proxies
        cos = F.linear(F.normalize(X, dim=-1), F.normalize(P, dim=-1))
        P_one_hot = binarize(T, self.nb_classes)
        N_one_hot = 1 - P_one_hot

        pos_exp = torch.exp(-self.alpha * (cos - self.mrg))
        neg_exp = torch.exp(self.alpha * (cos + self.mrg))

        # The set of positive proxies of data in the batch
        with_pos_proxies = torch.nonzero(P_one_hot.sum(dim=0) != 0).squeeze(dim=1)
        num_valid_proxies = len(with_pos_proxies)  # The number of positive proxies

        P_sim_sum = torch.where(P_one_hot == 1, pos_exp, torch.zeros_like(pos_exp)).sum(dim=0)
        N_sim_sum = torch.where(N_one_hot == 1, neg_exp, torch.zeros_like(neg_exp)).sum(dim=0)

        pos_term = torch.log(1 + P_sim_sum).sum() / num_valid_proxies
        neg_term = torch.log(1 + N_sim_sum).sum() / self.nb_classes
        return pos_term + neg_term


def load():
    return torch.compile(ProxyAnchor())


def cases():
    yield from build(load, lambda: (randn(4, 4), torch.tensor([0, 3, 3, 1])), "base grad zero")
    yield from build(load, lambda: (randn(4, 4), torch.tensor([2, 2, 2, 2])), "base", tag="one-")

EXPECT = {'topic': 'metric learning',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {32: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
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
