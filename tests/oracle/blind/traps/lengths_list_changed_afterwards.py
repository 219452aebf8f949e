"""A collating step lengthens the list of sizes by the added end token; the caller's tensor of sizes stays as it is."""

import torch
from torch import nn

from fxkit import build, ints, randn


class EndTokenAppender(nn.Module):
    def __init__(self, end=1, limit=6):
        super().__init__()
        self.end = end
        self.limit = limit

    def forward(self, ids, lengths):
        sizes = lengths.tolist()
        ids = ids.clone()
        for i in range(len(sizes)):
            if sizes[i] < self.limit:
                ids[i, sizes[i]] = self.end
                sizes[i] += 1
        return ids, sizes


class Translator(nn.Module):
    def __init__(self, vocab=9, dim=4):
        super().__init__()
        self.append = EndTokenAppender()
        self.embed = nn.Embedding(vocab, dim)
        self.out = nn.Linear(dim, vocab)

    def forward(self, ids, lengths):
        ids, sizes = self.append(ids, lengths)
        valid = torch.arange(ids.shape[1]) < torch.tensor(sizes).unsqueeze(1)
        h = self.embed(ids) * valid.unsqueeze(-1)
        return self.out(h.sum(dim=1) / torch.tensor(sizes).unsqueeze(1)), lengths


def load():
    return torch.compile(Translator())


def cases():
    yield from build(load, lambda: (ints(2, 9, 3, 6), torch.tensor([3, 6, 1])), "base")
    yield from build(load, lambda: (ints(2, 9, 3, 6), torch.tensor([6, 6, 6])), "base", tag="full-")

EXPECT = {'topic': 'language',
 'kind': 'tolist',
 'verdict': 'any correct rewrite',
 'obligations': ['a list is a copy of the tensor', 'the index of an untaken write lies outside'],
 'breaks': {16: 1},
 'gb': ['GB0033'],
 'naive_differs_in': ['arguments', 'aliasing', 'exception'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
