import torch
from torch import nn


class Real(nn.Module):
    def forward(self, x: torch.Tensor):
        print("called")
        return x
