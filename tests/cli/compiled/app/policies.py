import torch
from torch import nn


class Policy(nn.Module):
    def act(self, x):
        raise NotImplementedError

    def forward(self, x):
        print("nobody compiles this one")
        return x


class Greedy(Policy):
    def act(self, x):
        print("act")
        return x.argmax(-1)


class Random(Policy):
    def act(self, x):
        torch.compile(helper)  # a driver is not compiled itself
        print("driver")
        return x


class Unrelated:
    def act(self, x):
        print("no policy")
        return x


def helper(x):
    return x + 1
