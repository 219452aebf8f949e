"""Branches that `fix` removes; with them go four breaks of every forward."""

import torch


class Limit(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        y = x * 1.5
        if y.abs().max() > 4.0:
            y = y * 0.25
        else:
            y = y + 1.0
        return y


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)
        self.register_buffer("seen", torch.zeros(()))
        self.limits = torch.nn.ModuleList(Limit() for _ in range(3))

    def forward(self, x: torch.Tensor):
        for limit in self.limits:
            x = limit(x)
        x = self.linear(x)
        y = torch.relu(x)
        if y.sum() > 0:
            y = y * 2.0
        print("seen")
        return y


def build():
    return Model(), torch.randn(2, 4)


if __name__ == "__main__":
    model = torch.compile(Model())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        model(torch.randn(2, 4) * 5).sum().backward()
        optimizer.step()
