"""A streaming recogniser appends to its history before it complains that the history is not finite."""

import torch
from torch import nn

from fxkit import build, randn


class StreamError(RuntimeError):
    pass


class History(nn.Module):
    """Left context of a causal convolution; the frame that fails stays for the post-mortem."""

    def __init__(self, channels, length):
        super().__init__()
        self.register_buffer("frames", torch.zeros(length, channels))
        self.register_buffer("seen", torch.zeros((), dtype=torch.long))

    def push(self, frame):
        self.frames.copy_(torch.cat([self.frames[1:], frame.detach().unsqueeze(0)]))
        self.seen.add_(1)
        if not torch.isfinite(self.frames).all():
            raise StreamError("history is not finite")
        return self.frames.clone()


class StreamingEncoder(nn.Module):
    def __init__(self, channels=3, hidden=4, context=3):
        super().__init__()
        self.history = History(channels, context)
        self.kernel = nn.Parameter(torch.randn(context, channels, hidden) * 0.3)
        self.norm = nn.LayerNorm(hidden)

    def forward(self, frame):
        window = self.history.push(frame)
        h = torch.einsum("tc,tch->h", window, self.kernel)
        return self.norm(h), self.history.seen.clone()


def load():
    return torch.compile(StreamingEncoder())


def cases():
    yield from build(load, lambda: (randn(3),), "base grad big nan inf")

EXPECT = {'topic': 'speech',
 'kind': 'check',
 'verdict': 'any correct rewrite',
 'obligations': ['exceptions', 'order of effects', 'state'],
 'breaks': {24: 4, 25: 1},
 'gb': ['GB0088', 'GB0170'],
 'naive_differs_in': ['state'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
