"""Length penalty of a beam: three regimes of the mean log probability."""

import torch

from fxkit import rand, randn, sweep


class BeamScorer:
    def __init__(self, beams: int, alpha: float):
        self.beams = beams
        self.alpha = alpha

    def bonus(self, logp, width):
        return logp + self.alpha * width

    def rescore(self, logp, lengths):
        width = lengths.float() / 6.0
        mean = logp.mean()
        if mean < -4.0:
            scores = self.bonus(logp, width)
        elif mean < -1.0:
            scores = self.bonus(logp, width=0.5 * width) - 0.1
        else:
            scores = logp - width
        best, order = scores.topk(self.beams, dim=0)
        return best, order


scorer = BeamScorer(beams=2, alpha=0.7)


@torch.compile
def select_beams(logp, lengths):
    return scorer.rescore(logp.log_softmax(-1).amax(-1), lengths)


def cases():
    lengths = lambda: torch.tensor([3, 7, 5, 4])
    yield from sweep(select_beams, lambda: (randn(4, 3), lengths()), "grad nan+grad inf+grad")
    yield from sweep(select_beams, lambda: (randn(4, 400) * 0.1, lengths()), "base grad", tag="flat-")
    yield from sweep(select_beams, lambda: (randn(4, 12) * 0.1, lengths()), "base", tag="mid-")


EXPECT = {'topic': 'text',
 'rewrites': ['R4'],
 'breaks': {19: 1, 21: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
