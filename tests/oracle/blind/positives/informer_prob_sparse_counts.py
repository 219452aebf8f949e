"""ProbSparse attention counts its sampled keys and active queries with NumPy."""

import numpy as np
import torch
from torch import nn

from fxkit import build, ints, randn


class ProbAttention(nn.Module):
    def __init__(self, factor=2, scale=None):
        super().__init__()
        self.factor = factor
        self.scale = scale

    def _prob_QK(self, Q, K, index_sample, n_top):
        K_sample = K[:, :, index_sample, :]
        Q_K_sample = torch.matmul(Q.unsqueeze(-2), K_sample.transpose(-2, -1)).squeeze(-2)
        M = Q_K_sample.max(-1)[0] - torch.div(Q_K_sample.sum(-1), K.shape[2])
        M_top = M.topk(n_top, sorted=False)[1]
        B, H = Q.shape[:2]
        Q_reduce = Q[torch.arange(B)[:, None, None], torch.arange(H)[None, :, None], M_top, :]
        return torch.matmul(Q_reduce, K.transpose(-2, -1)), M_top

    def forward(self, queries, keys, values, sample):
        B, L_Q, H, D = queries.shape
        L_K = keys.shape[1]
        queries, keys, values = (t.transpose(2, 1) for t in (queries, keys, values))

        U_part = self.factor * np.ceil(np.log(L_K)).astype("int").item()
        u = self.factor * np.ceil(np.log(L_Q)).astype("int").item()
        U_part = U_part if U_part < L_K else L_K
        u = u if u < L_Q else L_Q

        scores_top, index = self._prob_QK(queries, keys, sample[:, :U_part], n_top=u)
        scores_top = scores_top * (self.scale or 1.0 / np.sqrt(D).item())
        context = values.mean(dim=-2).unsqueeze(-2).expand(B, H, L_Q, values.shape[-1]).clone()
        attn = torch.softmax(scores_top, dim=-1)
        context[torch.arange(B)[:, None, None], torch.arange(H)[None, :, None], index, :] = attn @ values
        return context.transpose(2, 1).contiguous()


def load():
    return torch.compile(ProbAttention())


def cases():
    yield from build(load, lambda: (randn(2, 8, 2, 4), randn(2, 8, 2, 4, seed=1), randn(2, 8, 2, 4, seed=2), ints(0, 8, 8, 8)), "base grad zero nan")
    yield from build(load, lambda: (randn(1, 3, 2, 4), randn(1, 3, 2, 4, seed=1), randn(1, 3, 2, 4, seed=2), ints(0, 3, 3, 3)), "base", tag="short-")

EXPECT = {'topic': 'timeseries',
 'kind': 'host',
 'rewrites': [],
 'breaks': {30: 3, 31: 2},
 'gb': ['GB0208'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
