"""Kalman filter update which rejects measurements outside of the validation gate."""

import torch

from fxkit import randn, sweep

CHI2_95 = 5.99


class ConstantVelocityFilter:
    """State (x, y, vx, vy), measurement (x, y)."""

    def __init__(self, dt=0.5, process_noise=0.05, measurement_noise=0.2):
        self.F = torch.eye(4)
        self.F[0, 2] = dt
        self.F[1, 3] = dt
        self.H = torch.eye(2, 4)
        self.Q = torch.eye(4) * process_noise
        self.R = torch.eye(2) * measurement_noise

    def predict(self, mean, cov):
        return self.F @ mean, self.F @ cov @ self.F.t() + self.Q

    def innovation(self, mean, cov, z):
        resid = z - self.H @ mean
        S = self.H @ cov @ self.H.t() + self.R
        return resid, S

    def update(self, mean, cov, z):
        resid, S = self.innovation(mean, cov, z)
        S_inv = torch.linalg.inv(S)
        maha = resid @ S_inv @ resid
        if maha > CHI2_95:
            return mean, cov, maha
        K = cov @ self.H.t() @ S_inv
        mean = mean + K @ resid
        cov = (torch.eye(4) - K @ self.H) @ cov
        return mean, cov, maha


kf = ConstantVelocityFilter()


@torch.compile
def track(mean, cov, measurements):
    distances = []
    for t in range(measurements.shape[0]):
        mean, cov = kf.predict(mean, cov)
        mean, cov, maha = kf.update(mean, cov, measurements[t])
        distances.append(maha)
    return mean, cov, torch.stack(distances)


def cases():
    yield from sweep(track, lambda: (torch.zeros(4), torch.eye(4), randn(3, 2)), "base grad", tag="near-")
    yield from sweep(track, lambda: (torch.zeros(4), torch.eye(4), randn(3, 2) * 30), "base grad", tag="far-")
    yield from sweep(track, lambda: (torch.zeros(4), torch.eye(4), torch.tensor([[0.1, 0.2], [50.0, 0.0]])), "base", tag="mix-")


EXPECT = {'topic': 'tracking',
 'kind': 'gate_early_return',
 'rewrites': [],
 'breaks': {33: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 9,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result']}
