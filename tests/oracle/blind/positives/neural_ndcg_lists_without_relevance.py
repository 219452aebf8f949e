"""NeuralNDCG: gains are sorted by a relaxed permutation; lists without any relevant document do not count."""

import torch
from torch import nn

from fxkit import build, ints, randn


def deterministic_neural_sort(s, tau):
    n = s.size(1)
    one = torch.ones(n, 1)
    A_s = torch.abs(s - s.permute(0, 2, 1))
    B = torch.matmul(A_s, torch.matmul(one, one.t()))
    scaling = (n + 1 - 2 * (torch.arange(n) + 1)).float()
    C = torch.matmul(s, scaling.unsqueeze(0))
    P_max = (C - B).permute(0, 2, 1)
    return torch.softmax(P_max / tau, dim=-1)


def dcg(gains, k):
    discounts = 1.0 / torch.log2(torch.arange(k, dtype=torch.float) + 2.0)
    return (gains[:, :k] * discounts).sum(dim=-1)


def neural_ndcg(y_pred, y_true, tau=1.0, k=None):
    k = k or y_true.shape[1]
    P_hat = deterministic_neural_sort(y_pred.unsqueeze(-1), tau)
    gains = torch.pow(2.0, y_true) - 1.0
    ground_truth = torch.matmul(P_hat, gains.unsqueeze(-1)).squeeze(-1)
    discounted = dcg(ground_truth, k)
    idcg = dcg(gains.sort(dim=-1, descending=True).values, k)
    ndcg = discounted / (idcg + 1e-10)
    idcg_mask = idcg == 0.0
    ndcg = ndcg.masked_fill(idcg_mask, 0.0)
    assert (ndcg < 0.0).sum() >= 0, "every ndcg should be non-negative"
    if idcg_mask.all():
        return torch.tensor(0.0)
    mean_ndcg = ndcg.sum() / ((~idcg_mask).sum() * 1.0)
    return -1.0 * mean_ndcg


class Ranker(nn.Module):
    def __init__(self, dim=4, tau=1.0, k=None):
        super().__init__()
        self.score = nn.Sequential(nn.Linear(dim, 6), nn.ReLU(), nn.Linear(6, 1))
        self.tau, self.k = tau, k

    def forward(self, docs, relevance):
        return neural_ndcg(self.score(docs).squeeze(-1), relevance, self.tau, self.k)


def load(k=None):
    return torch.compile(Ranker(k=k))


def cases():
    def some_empty():
        relevance = ints(0, 4, 3, 5).float()
        relevance[1] = 0.0
        return randn(3, 5, 4), relevance

    yield from build(load, lambda: (randn(3, 5, 4), ints(0, 4, 3, 5).float()), "base grad zero")
    yield from build(lambda: load(2), some_empty, "base", tag="some-")
    yield from build(load, lambda: (randn(2, 5, 4), torch.zeros(2, 5)), "base grad", tag="none-")

EXPECT = {'topic': 'ranking',
 'kind': 'early exit',
 'rewrites': [],
 'breaks': {36: 5},
 'gb': ['GB0170'],
 'skips': 0,
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
