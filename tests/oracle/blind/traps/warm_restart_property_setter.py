"""Momentum SGD that restarts when the gradient points against the velocity; the learning rate is a property."""

import torch

from fxkit import build, randn


class RestartingSGD:
    def __init__(self, dim=4, lr=0.1, momentum=0.9, decay=0.5):
        self._lr = torch.tensor(lr)
        self.momentum = momentum
        self.decay = decay
        self.velocity = randn(dim, seed=3)
        self.lr_history = [lr]
        self.restarts = 0

    @property
    def lr(self):
        return self._lr

    @lr.setter
    def lr(self, value):
        # every new value starts a new period
        self._lr = value
        self.lr_history.append(round(0.1 * self.decay ** len(self.lr_history), 6))
        self.restarts += 1

    def step(self, param, grad):
        with torch.no_grad():
            agreement = torch.dot(self.velocity, grad)
            if agreement < 0:
                self.velocity.zero_()
                self.lr = self.lr * self.decay
            self.velocity.mul_(self.momentum).add_(grad)
            param.sub_(self.lr * self.velocity)
        return param.norm(), agreement


def load(**kw):
    return torch.compile(RestartingSGD(**kw).step)


def cases():
    yield from build(load, lambda: (randn(4), randn(4, seed=3)), "base zero", tag="downhill-")
    yield from build(load, lambda: (randn(4), -randn(4, seed=3)), "base", tag="overshoot-")


EXPECT = {'topic': 'optimizer',
 'verdict': 'decline',
 'obligations': ['order of effects', 'property setter'],
 'breaks': {31: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['length', 'value'],
 'unsafe': ['close', 'number-tensor']}
