"""Twelve layers that branch on data, a print in a loop, and a size that changes."""

import sys

import torch


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x):
        x = self.linear(x)
        if x.sum() > 0:
            x = x + 1
        return torch.relu(x)


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.Sequential(*(Layer() for _ in range(12)))

    def forward(self, x):
        x = self.layers(x)
        for _ in range(2):
            print("seen")
        return x + 1

    def unused(self, x):
        return x.item()


def build():
    return Model(), torch.randn(2, 4)


def sizes():
    return [torch.randn(size, 4) for size in (2, 3)]


if __name__ == "__main__":
    model = torch.compile(Model())
    for size in sys.argv[1:]:
        model(torch.randn(int(size), 4))
