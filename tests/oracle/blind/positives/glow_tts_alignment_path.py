"""Monotonic alignment search of a flow-based synthesiser: dynamic programme forward, then the path is walked back."""

import torch
from torch import nn

from fxkit import build, randn


def maximum_path_each(value, max_neg_val=-1e9):
    t_y, t_x = value.shape
    score = torch.full_like(value, max_neg_val)
    score[0, 0] = value[0, 0]
    for y in range(1, t_y):
        prev = torch.cat([score.new_full((1,), max_neg_val), score[y - 1, :-1]])
        score[y] = value[y] + torch.maximum(score[y - 1], prev)
    path = torch.zeros_like(value)
    index = t_x - 1
    for y in range(t_y - 1, -1, -1):
        path[y, index] = 1
        if index != 0 and (index == y or score[y - 1, index] < score[y - 1, index - 1]):
            index = index - 1
    return path


class AlignedPrior(nn.Module):
    def __init__(self, vocab=8, dim=3):
        super().__init__()
        self.mean = nn.Embedding(vocab, dim)
        self.logs = nn.Embedding(vocab, dim)

    def forward(self, tokens, z):
        m, logs = self.mean(tokens), 0.1 * self.logs(tokens)
        with torch.no_grad():
            o_scale = torch.exp(-2 * logs)
            logp = -0.5 * (o_scale.unsqueeze(1) * (z.unsqueeze(2) - m.unsqueeze(1)).square()).sum(dim=-1)
            logp = logp - logs.sum(dim=-1).unsqueeze(1)
            attn = torch.stack([maximum_path_each(v) for v in logp])
        m_z, logs_z = attn @ m, attn @ logs
        loss = (logs_z + 0.5 * torch.exp(-2 * logs_z) * (z - m_z).square()).mean()
        return loss, attn.sum(dim=1)


def load():
    return torch.compile(AlignedPrior())


def cases():
    yield from build(load, lambda: (torch.tensor([[1, 4, 2], [7, 0, 3]]), randn(2, 6, 3)), "base grad")

EXPECT = {'topic': 'tts',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {20: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
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
