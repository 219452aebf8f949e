"""CRNN recogniser: network, greedy path and the collapse of repeats."""

import torch
import torch.nn as nn

from fxkit import build, randn


class StrLabelConverter:
    def __init__(self, alphabet):
        self.alphabet = alphabet + "-"  # for `-1` index

    def decode_row(self, row):
        return "".join(self.alphabet[i - 1] for i in row)


class CRNN(nn.Module):
    def __init__(self, n_in=4, hidden=6, alphabet="abcd"):
        super().__init__()
        self.converter = StrLabelConverter(alphabet)
        self.embed = nn.Linear(n_in, hidden)
        self.out = nn.Linear(hidden, len(alphabet) + 1)

    @torch.compile
    def forward(self, feats):
        logits = self.out(torch.relu(self.embed(feats))).log_softmax(-1)
        scores, path = logits.max(-1)
        texts = []
        for b in range(path.shape[0]):
            row, prev = [], 0
            for idx in path[b].tolist():
                if idx != 0 and idx != prev:
                    row.append(idx)
                prev = idx
            texts.append(self.converter.decode_row(row))
        return texts, scores.sum(-1)


def make_crnn():
    return CRNN()


def cases():
    yield from build(make_crnn, lambda: (randn(2, 7, 4) * 3,), "base grad nan")
    yield from build(make_crnn, lambda: (randn(2, 7, 4, seed=5) * 9,), "base zero", tag="other-")

EXPECT = {'topic': 'ocr',
 'rewrites': [],
 'breaks': {31: 1},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['close']}
