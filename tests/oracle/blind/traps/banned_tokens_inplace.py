"""A logits processor that writes the banned tokens into the caller's logits."""

import torch

from fxkit import bools, randn, sweep


class BannedTokensProcessor:
    def __init__(self, filter_value=-1e4):
        self.filter_value = filter_value

    def __call__(self, logits, banned):
        if banned.any():
            logits.masked_fill_(banned, self.filter_value)
        return logits


processor = BannedTokensProcessor()


@torch.compile
def process(logits, banned):
    logits = processor(logits, banned)
    return torch.log_softmax(logits, dim=-1)


def cases():
    yield from sweep(process, lambda: (randn(2, 5), bools(2, 5)), "base nan")
    yield from sweep(process, lambda: (randn(2, 5), torch.zeros(2, 5, dtype=torch.bool)), "base", tag="none-")

EXPECT = {'topic': 'samplers',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history',
            'compiled-exception-type']}
