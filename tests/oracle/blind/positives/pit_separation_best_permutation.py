"""Permutation invariant SI-SNR loss for two or three speakers; the estimates come back in reference order."""

from itertools import permutations

import torch
from torch import nn

from fxkit import build, randn

EPS = 1e-8


def si_snr(est, ref):
    est = est - est.mean(-1, keepdim=True)
    ref = ref - ref.mean(-1, keepdim=True)
    dot = (est * ref).sum(-1, keepdim=True)
    proj = dot * ref / (ref.pow(2).sum(-1, keepdim=True) + EPS)
    noise = est - proj
    return 10 * torch.log10(proj.pow(2).sum(-1) / (noise.pow(2).sum(-1) + EPS) + EPS)


class Separator(nn.Module):
    def __init__(self, n_src=2, kernel=3):
        super().__init__()
        self.n_src = n_src
        self.encoder = nn.Conv1d(1, 4, kernel, padding=kernel // 2)
        self.masks = nn.Conv1d(4, n_src, 1)

    def forward(self, mixture, sources):
        assert sources.shape[1] == self.n_src, f"expected {self.n_src} sources"
        est = torch.sigmoid(self.masks(self.encoder(mixture.unsqueeze(1)).relu())) * mixture.unsqueeze(1)

        losses, reordered = [], []
        for e, s in zip(est, sources):
            best_loss, best_perm = None, None
            for perm in permutations(range(self.n_src)):
                loss = -si_snr(e[list(perm)], s).mean()
                if best_loss is None or loss < best_loss:
                    best_loss, best_perm = loss, perm
            losses.append(best_loss)
            reordered.append(e[list(best_perm)])
        return torch.stack(losses).mean(), torch.stack(reordered)


def load(**kw):
    return torch.compile(Separator(**kw))


def mix(n_src=2, b=2, swap=False):
    src = randn(b, n_src, 12, seed=3) * torch.linspace(0.2, 1.0, n_src)[:, None]
    if swap:
        src = src.flip(1)
    return src.sum(1), src


def cases():
    yield from build(load, mix, "base grad zero")
    yield from build(load, lambda: mix(swap=True), "base grad", tag="swapped-")
    yield from build(lambda: load(n_src=3), lambda: mix(3, 1), "base", tag="three-")


EXPECT = {'topic': 'speech separation',
 'rewrites': [],
 'breaks': {38: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
