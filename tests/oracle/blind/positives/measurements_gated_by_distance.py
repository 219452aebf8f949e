"""Multi-object tracking: a Kalman update is made only if the measurement lies within the gate of its track."""

from dataclasses import dataclass

import torch
from torch import Tensor

from fxkit import build, randn

CHI2INV95 = {1: 3.8415, 2: 5.9915}


@dataclass
class Track:
    mean: Tensor
    covariance: Tensor
    hits: Tensor
    misses: Tensor


class KalmanTracker:
    def __init__(self, n_tracks=3, dim=2):
        self.H = torch.eye(dim)
        self.R = 0.1 * torch.eye(dim)
        self.Q = 0.05 * torch.eye(dim)
        zero = torch.zeros((), dtype=torch.long)
        self.tracks = [Track(torch.zeros(dim), torch.eye(dim), zero.clone(), zero.clone()) for _ in range(n_tracks)]

    def predict(self, track):
        track.covariance = track.covariance + self.Q

    def gating_distance(self, track, z):
        S = self.H @ track.covariance @ self.H.t() + self.R
        d = z - self.H @ track.mean
        return d @ torch.linalg.inv(S) @ d, d, S

    def update(self, track, z):
        distance, innovation, S = self.gating_distance(track, z)
        if distance.item() > CHI2INV95[z.shape[0]]:
            track.misses = track.misses + 1
            return
        gain = track.covariance @ self.H.t() @ torch.linalg.inv(S)
        track.mean = track.mean + gain @ innovation
        track.covariance = (torch.eye(z.shape[0]) - gain @ self.H) @ track.covariance
        track.hits = track.hits + 1

    @torch.no_grad()
    def step(self, measurements):
        for track, z in zip(self.tracks, measurements):
            self.predict(track)
            self.update(track, z)
        return torch.stack([t.mean for t in self.tracks])


def load():
    return torch.compile(KalmanTracker().step)


def cases():
    yield from build(load, lambda: (randn(3, 2),), "base nan")
    yield from build(load, lambda: (5 * randn(3, 2),), "base", tag="far-")

EXPECT = {'topic': 'tracking',
 'kind': 'item branch',
 'rewrites': [],
 'breaks': {39: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
