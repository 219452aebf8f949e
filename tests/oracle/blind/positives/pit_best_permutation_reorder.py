"""Speech separation: estimated sources are reordered by the permutation of the lowest loss."""

from itertools import permutations

import torch
from torch import nn

from fxkit import build, randn

EPS = 1e-8


def pairwise_neg_sisdr(est_targets, targets):
    targets = targets - targets.mean(dim=2, keepdim=True)
    est_targets = est_targets - est_targets.mean(dim=2, keepdim=True)
    s_target = targets.unsqueeze(1)
    s_estimate = est_targets.unsqueeze(2)
    pair_wise_dot = torch.sum(s_estimate * s_target, dim=3, keepdim=True)
    s_target_energy = torch.sum(s_target**2, dim=3, keepdim=True) + EPS
    pair_wise_proj = pair_wise_dot * s_target / s_target_energy
    e_noise = s_estimate - pair_wise_proj
    pair_wise_sdr = torch.sum(pair_wise_proj**2, dim=3) / (torch.sum(e_noise**2, dim=3) + EPS)
    return -10 * torch.log10(pair_wise_sdr + EPS)


class PITLossWrapper(nn.Module):
    def __init__(self, loss_func, n_src=3):
        super().__init__()
        self.loss_func = loss_func
        self.perms = list(permutations(range(n_src)))

    def forward(self, est_targets, targets):
        n_src = targets.shape[1]
        pw_losses = self.loss_func(est_targets, targets)
        pwl = pw_losses.transpose(-1, -2)
        loss_set = torch.stack([sum(pwl[:, i, p[i]] for i in range(n_src)) / n_src for p in self.perms], dim=1)
        min_loss, min_loss_idx = torch.min(loss_set, dim=1)
        reordered = self.reorder_source(est_targets, min_loss_idx)
        return torch.mean(min_loss), reordered

    def reorder_source(self, source, min_loss_idx):
        batch_indices = [list(self.perms[idx]) for idx in min_loss_idx]
        return torch.stack([s[b] for s, b in zip(source, batch_indices)])


def load():
    return torch.compile(PITLossWrapper(pairwise_neg_sisdr))


def cases():
    yield from build(load, lambda: (randn(2, 3, 16), randn(2, 3, 16, seed=1)), "base grad zero big")
    yield from build(load, lambda: (randn(4, 3, 16).flip(1), randn(4, 3, 16)), "base", tag="flipped-")

EXPECT = {'topic': 'speech',
 'kind': 'loop over examples',
 'rewrites': [],
 'breaks': {42: 6},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
