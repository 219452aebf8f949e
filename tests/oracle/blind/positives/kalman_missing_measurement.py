"""A Kalman filter predicts only where a measurement is missing."""

import torch
import torch.nn as nn

from fxkit import build, randn


class KalmanFilter(nn.Module):
    """Constant velocity model of one object."""

    def __init__(self, dt=0.1, process_noise=1e-2, measurement_noise=1e-1):
        super().__init__()
        self.register_buffer("F", torch.tensor([[1.0, dt], [0.0, 1.0]]))
        self.register_buffer("H", torch.tensor([[1.0, 0.0]]))
        self.log_q = nn.Parameter(torch.tensor(process_noise).log())
        self.log_r = nn.Parameter(torch.tensor(measurement_noise).log())

    def predict(self, x, P):
        Q = torch.eye(2) * self.log_q.exp()
        return self.F @ x, self.F @ P @ self.F.t() + Q

    def update(self, x, P, z):
        R = self.log_r.exp().view(1, 1)
        y = z - self.H @ x
        S = self.H @ P @ self.H.t() + R
        K = P @ self.H.t() / S
        return x + K @ y, (torch.eye(2) - K @ self.H) @ P

    def forward(self, measurements):
        x = torch.zeros(2)
        P = torch.eye(2)
        states = []
        for z in measurements.split(1):
            x, P = self.predict(x, P)
            if not torch.isnan(z).any():
                x, P = self.update(x, P, z)
            states.append(x)
        return torch.stack(states), P


def load():
    return torch.compile(KalmanFilter())


def gaps():
    z = randn(5)
    z[1] = z[3] = float("nan")
    return (z,)


def cases():
    yield from build(load, lambda: (randn(5),), "base grad nan allnan inf")
    yield from build(load, gaps, "base grad", tag="gaps-")

EXPECT = {'topic': 'timeseries',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {36: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 10,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
