import torch
from torch import nn


class Fake(nn.Module):
    def forward(self, x: torch.Tensor):
        print("called")
        return x
