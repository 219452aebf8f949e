"""Labels are compared with the number of classes before a one-hot loss."""

import torch

from fxkit import ints, randn, sweep


class LabelError(ValueError):
    pass


@torch.compile
def margin_loss(scores: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    n = scores.size(-1)
    if torch.any(labels >= n):
        raise LabelError("label id out of range for %d classes" % n)
    hot = (labels.unsqueeze(-1) == torch.arange(n)).to(scores.dtype)
    return (scores - hot).clamp(min=0).sum(-1)


def cases():
    yield from sweep(margin_loss, lambda: (randn(4, 3), ints(0, 3, 4)), "base nan half grad")
    yield from sweep(margin_loss, lambda: (randn(4, 3), ints(2, 6, 4)), "base half grad", tag="bad-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R18'],
 'breaks': {15: 1, 16: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
