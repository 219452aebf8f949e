"""What tests call: functions and a module, with breaks and without."""

import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x):
        y = self.linear(x)
        if y.sum() > 0:
            y = y * 2
        return torch.relu(y)


class Layers(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList(Model() for _ in range(3))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def whole(x, scale=1):
    return torch.relu(x) * scale


def ends(x):
    return x.sum().item()


def looped(x):
    for _ in range(3):
        torch._dynamo.graph_break()
    return x + 1


def wrong(x):
    return x @ x.new_ones(7)
