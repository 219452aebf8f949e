"""Spike trains: mean and variation of the intervals between spikes of a leaky neuron."""

import torch
from torch import nn

from fxkit import build, randn


class LeakyNeuron(nn.Module):
    def __init__(self, beta=0.8, threshold=1.0):
        super().__init__()
        self.gain = nn.Parameter(torch.tensor(1.5))
        self.beta, self.threshold = beta, threshold

    def forward(self, current):
        mem, spikes = torch.zeros(()), []
        for i in current:
            mem = self.beta * mem + self.gain * i
            spike = mem > self.threshold
            mem = mem - self.threshold * spike
            spikes.append(spike)
        return torch.stack(spikes)


class SpikeStatistics(nn.Module):
    def __init__(self, dt=0.5):
        super().__init__()
        self.neuron = LeakyNeuron()
        self.dt = dt

    def forward(self, current):
        spikes = self.neuron(current)
        times = torch.arange(current.shape[0], dtype=current.dtype) * self.dt
        intervals = times[spikes].diff()
        return intervals.mean(), intervals.std(unbiased=False) / intervals.mean(), spikes.sum()


def load():
    return torch.compile(SpikeStatistics())


def cases():
    yield from build(load, lambda: (0.6 + 0.3 * randn(12),), "base grad zero")
    yield from build(load, lambda: (torch.tensor([1.0, 0.0, 0.0, 1.2, 0.1, 0.0, 1.5, 1.4]),), "base", tag="bursts-")

EXPECT = {'topic': 'neuroscience',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['order of the selection', 'empty selections'],
 'breaks': {34: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
