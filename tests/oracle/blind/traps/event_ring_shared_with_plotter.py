"""Streaming event detector: the ring of the last scores is owned by the live plot and only lent to the detector."""

import torch

from fxkit import randn


class StreamDetector:
    """Threshold on a leaky integral; `ring` is the array that the plot reads."""

    def __init__(self, ring, threshold=1.0, leak=0.7):
        self.ring = ring
        self.integral = torch.zeros(())
        self.threshold = threshold
        self.leak = leak

    def score(self, chunk):
        return torch.tanh(chunk.pow(2).mean())

    def push(self, value):
        self.ring[:-1] = self.ring[1:].clone()
        self.ring[-1] = value


@torch.compile
def process_chunk(detector, chunk):
    value = detector.score(chunk)
    detector.integral = detector.leak * detector.integral + value
    fired = detector.integral > detector.threshold
    if fired:
        detector.push(value)
        detector.integral = torch.zeros(())
    return fired, detector.ring.mean()


def live(scale, threshold=1.0):
    def make():
        ring = torch.zeros(4)
        return _feed, (StreamDetector(ring, threshold), ring, randn(6) * scale), {}

    return make


def _feed(detector, ring, chunk):
    fired, level = process_chunk(detector, chunk)
    return fired, level, ring.clone()


def cases():
    yield "silent", live(0.01)
    yield "loud", live(5.0)
    yield "each-chunk", live(2.0, 0.1)

EXPECT = {'topic': 'monitoring',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'R13'],
 'breaks': {30: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['alias', 'values'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
