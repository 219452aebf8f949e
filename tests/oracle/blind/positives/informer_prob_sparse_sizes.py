"""ProbSparse attention of the Informer: only the most active queries attend, the others get the mean value."""

import numpy as np
import torch
from torch import nn

from fxkit import build, randn


class ProbAttention(nn.Module):
    def __init__(self, factor=2):
        super().__init__()
        self.factor = factor

    def _prob_QK(self, Q, K, n_top):
        scores = torch.matmul(Q, K.transpose(-2, -1))
        M = scores.max(-1)[0] - scores.mean(-1)
        M_top = M.topk(n_top, sorted=False)[1]
        B, H, _, _ = Q.shape
        Q_reduce = Q[torch.arange(B)[:, None, None], torch.arange(H)[None, :, None], M_top, :]
        return torch.matmul(Q_reduce, K.transpose(-2, -1)), M_top

    def forward(self, queries, keys, values):
        B, H, L_Q, D = queries.shape
        L_K = keys.shape[2]
        u = self.factor * np.ceil(np.log(L_Q)).astype("int").item()  # c*ln(L_q)
        u = u if u < L_Q else L_Q

        scores_top, index = self._prob_QK(queries, keys, n_top=u)
        attn = torch.softmax(scores_top / D**0.5, dim=-1)
        context = values.mean(dim=-2, keepdim=True).expand(B, H, L_Q, D).clone()
        batch = torch.arange(B)[:, None, None]
        head = torch.arange(H)[None, :, None]
        context[batch, head, index, :] = torch.matmul(attn, values)
        return context


def load():
    return torch.compile(ProbAttention())


def qkv(L=9):
    return randn(2, 2, L, 4), randn(2, 2, L, 4, seed=1), randn(2, 2, L, 4, seed=2)


def cases():
    yield from build(load, qkv, "base grad small")
    yield from build(load, lambda: qkv(3), "base", tag="short-")


EXPECT = {'topic': 'timeseries',
 'rewrites': [],
 'breaks': {26: 3},
 'gb': ['GB0208'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
