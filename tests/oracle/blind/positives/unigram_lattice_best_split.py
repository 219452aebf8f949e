"""Unigram tokeniser: the best segmentation of a piece of text ends at every position; later ties do not win."""

import torch
from torch import Tensor

from fxkit import rand, randn, sweep


class Lattice:
    def __init__(self, length: int, max_piece: int):
        self.length = length
        self.max_piece = max_piece

    def spans(self, end: int):
        for begin in range(max(0, end - self.max_piece), end):
            yield begin, end - begin - 1

    def relax(self, scores: Tensor):
        best = [torch.zeros(())]
        back = [torch.zeros((), dtype=torch.long)]
        for end in range(1, self.length + 1):
            top, arg = torch.tensor(float("-inf")), torch.tensor(-1)
            for begin, k in self.spans(end):
                candidate = best[begin] + scores[begin, k]
                if candidate > top:
                    top = candidate
                    arg = torch.tensor(begin)
            best.append(top)
            back.append(arg)
        return torch.stack(best), torch.stack(back)


def boundaries(back: Tensor) -> Tensor:
    """Mark the positions where a piece of the best path begins."""
    marks = torch.zeros(back.shape[0], dtype=torch.bool)
    pos = back.shape[0] - 1
    while pos > 0:
        pos = int(back[pos])
        marks[pos] = True
    return marks


@torch.compile
def segment(scores: Tensor, max_piece: int = 3):
    lattice = Lattice(scores.shape[0], max_piece)
    best, back = lattice.relax(scores)
    return best[-1], boundaries(back)


def cases():
    yield from sweep(segment, lambda: (randn(5, 3),), "base grad zero")
    yield from sweep(segment, lambda: (-rand(5, 3),), "base", tag="log-")

EXPECT = {'topic': 'tokenisation',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {25: 2, 38: 1, 46: 1},
 'gb': ['GB0092', 'GB0124', 'GB0170', 'GB7000'],
 'skips': 3,
 'graphs_per_call': 0,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
