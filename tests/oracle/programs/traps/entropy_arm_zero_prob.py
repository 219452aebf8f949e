"""The entropy term is added only for strictly positive probabilities; its gradient at zero is NaN."""

import torch

from fxkit import rand, sweep


@torch.compile
def regularise(probs, loss):
    total = loss + probs * 0.5
    if (probs > 0).all():
        total = total - probs * torch.log(probs)
    return total.sum()


def cases():
    yield from sweep(regularise, lambda: (rand(4) + 0.1, rand(4, seed=1)), "base grad zero+grad")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
