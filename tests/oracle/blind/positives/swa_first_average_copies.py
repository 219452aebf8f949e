"""Stochastic weight averaging: the first update copies the parameters, later ones average them in."""

import copy

import torch
from torch import nn

from fxkit import build, randn


def equal_average(averaged, current, num_averaged):
    return averaged + (current - averaged) / (num_averaged + 1)


class AveragedModel(nn.Module):
    def __init__(self, model, avg_fn=equal_average, use_buffers=True):
        super().__init__()
        self.module = copy.deepcopy(model).requires_grad_(False)
        self.register_buffer("n_averaged", torch.tensor(0, dtype=torch.long))
        self.avg_fn = avg_fn
        self.use_buffers = use_buffers

    def state_of(self, model):
        tensors = list(model.parameters())
        return tensors + list(model.buffers()) if self.use_buffers else tensors

    @torch.no_grad()
    def update_parameters(self, model):
        for p_swa, p_model in zip(self.state_of(self.module), self.state_of(model)):
            p_model_ = p_model.detach()
            if self.n_averaged == 0:
                p_swa.copy_(p_model_)
            else:
                p_swa.copy_(self.avg_fn(p_swa, p_model_, self.n_averaged))
        self.n_averaged += 1

    def forward(self, x):
        return self.module(x)


class Net(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.register_buffer("centre", torch.full((dim,), 0.5))

    def forward(self, x):
        return torch.tanh(self.fc(x - self.centre))


class Experiment:
    def __init__(self):
        self.net = Net()
        self.swa = AveragedModel(self.net)
        self.average = torch.compile(self.swa.update_parameters)

    def epoch(self, x):
        with torch.no_grad():
            self.net.fc.weight.add_(0.1 * x.mean())
            self.net.centre.mul_(0.9)
        self.average(self.net)
        return self.swa(x)


def load():
    return Experiment().epoch


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base big nan")

EXPECT = {'topic': 'training',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {31: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
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
