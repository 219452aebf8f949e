"""Genomics: reads of the reverse strand are complemented and turned round before they are embedded."""

import torch
from torch import nn

from fxkit import build, randn

COMPLEMENT = [3, 2, 1, 0]


def reverse_complement(onehot):
    return onehot.flip(0)[:, COMPLEMENT]


class ReadEncoder(nn.Module):
    def __init__(self, channels=4, width=3):
        super().__init__()
        self.conv = nn.Conv1d(4, channels, width, padding=width // 2)
        self.head = nn.Linear(channels, 2)

    def to_forward_strand(self, reads, is_reverse):
        rows = []
        for read, flag in zip(reads, is_reverse.tolist()):
            if flag:
                rows.append(reverse_complement(read))
            else:
                rows.append(read)
        return torch.stack(rows)

    def forward(self, reads, is_reverse):
        x = self.to_forward_strand(reads, is_reverse)
        h = self.conv(x.transpose(1, 2)).relu()
        return self.head(h.amax(dim=-1)), x


class VariantCaller(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = ReadEncoder()
        self.genotype = nn.Linear(2, 3)

    def forward(self, reads, is_reverse, quality):
        evidence, aligned = self.encoder(reads, is_reverse)
        pooled = (evidence * quality[:, None]).sum(dim=0) / quality.sum()
        return self.genotype(pooled).log_softmax(dim=-1), aligned.mean(dim=0)


def load():
    return torch.compile(VariantCaller())


def cases():
    flags = torch.tensor([True, False, True])
    yield from build(load, lambda: (randn(3, 6, 4), flags.clone(), randn(3).abs()), "base grad nan")
    yield from build(load, lambda: (randn(3, 6, 4), ~flags, randn(3).abs()), "base false", tag="other-")

EXPECT = {'topic': 'genomics',
 'kind': 'loop',
 'rewrites': [],
 'breaks': {23: 2},
 'gb': ['GB0109'],
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
