"""Track state of a single object tracker: matched frames blend the template, misses decay the score."""

import torch
import torch.nn as nn

from fxkit import bools, build, rand, randn


class SiamTrack(nn.Module):
    def __init__(self, dim=4, gate=0.3, rate=0.2):
        super().__init__()
        self.gate, self.rate = gate, rate
        self.register_buffer("template", torch.ones(dim))
        self.register_buffer("confidence", torch.ones(()))
        self.register_buffer("misses", torch.zeros((), dtype=torch.long))

    def match(self, embeddings, scores, valid):
        sim = torch.cosine_similarity(embeddings, self.template.unsqueeze(0), dim=-1)
        sim = torch.where(valid & (scores > 0.1), sim, -1.0)
        return sim.max(dim=0)

    @torch.no_grad()
    def forward(self, embeddings, scores, valid):
        best, index = self.match(embeddings, scores, valid)
        if best > self.gate:
            self.template.lerp_(embeddings[index], self.rate)
            self.confidence.fill_(1.0)
            self.misses.zero_()
        else:
            self.confidence.mul_(0.9)
            self.misses.add_(1)
        return best, self.confidence.clone(), self.misses.clone()


def make_track():
    return torch.compile(SiamTrack())


def cases():
    yield from build(make_track, lambda: (rand(3, 4), rand(3), bools(3, p=0.9)), "base nan")
    yield from build(make_track, lambda: (randn(3, 4) - 2, rand(3), bools(3)), "base", tag="miss-")
    yield from build(make_track, lambda: (rand(3, 4), rand(3), torch.zeros(3, dtype=torch.bool)), "base", tag="empty-")

EXPECT = {'topic': 'tracking',
 'rewrites': [],
 'breaks': {25: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['fresh-result', 'number-tensor']}
