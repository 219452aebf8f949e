from accelerate import Accelerator
from torch import nn

accelerator = Accelerator(dynamo_backend="inductor")


class Model(nn.Module):
    def forward(self, x):
        return x * x.max().item()
