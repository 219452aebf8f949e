import torch
from torch import nn


class Block(nn.Module):
    def forward(self, x):
        print("block")
        return x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Block() for _ in range(4)])
        self.head = nn.Linear(2, 2)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.head(x)


def build(name):
    if name == "net":
        return Net()
    raise ValueError(name)


def maybe_compile(model, on):
    return torch.compile(model) if on else model


def compile_blocks(model: nn.Module):
    for name, block in model.layers.named_children():
        block.compile(fullgraph=False)
