"""Streaming keyword spotter: smoothed posteriors, a consecutive-hit counter and a mute period after each trigger."""

import torch
from torch import nn

from fxkit import randn


class KeywordSpotter(nn.Module):
    def __init__(self, dim=4, keywords=3, needed=2, mute=2, threshold=0.4, smoothing=0.6):
        super().__init__()
        self.net = nn.Linear(dim, keywords + 1)
        self.needed, self.mute = needed, mute
        self.threshold, self.smoothing = threshold, smoothing
        self.hits = 0
        self.muted = 0
        self.register_buffer("posterior", torch.full((keywords + 1,), 1.0 / (keywords + 1)))

    def reset_counters(self):
        self.hits = 0
        self.muted = self.mute

    def forward(self, frame):
        prob = torch.softmax(self.net(frame), -1)
        self.posterior.mul_(self.smoothing).add_((1 - self.smoothing) * prob.detach())
        score, word = self.posterior[1:].max(0)
        triggered = torch.tensor(-1)
        if self.muted > 0:
            self.muted -= 1
        elif score > self.threshold:
            self.hits += 1
            if self.hits >= self.needed:
                triggered = word
                self.reset_counters()
        else:
            self.hits = 0
        return triggered, score.clone()


def stream(gain, **kw):
    def make():
        torch.manual_seed(2)
        m = torch.compile(KeywordSpotter(**kw))
        return m, (randn(4) * gain,), {}

    return make


def cases():
    yield "confident", stream(6.0)
    yield "at-once", stream(6.0, needed=1, mute=1, threshold=0.26)
    yield "quiet", stream(0.0)
    yield "always", stream(1.0, threshold=0.0, needed=1, mute=0)


EXPECT = {'topic': 'audio',
 'rewrites': [],
 'breaks': {30: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor']}
