"""Three layers trained by DistributedDataParallel, and a branch on data behind them. Layers are as large as a bucket."""

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.Sequential(*(torch.nn.Linear(600, 600) for _ in range(3)))

    def forward(self, x: torch.Tensor):
        x = self.layers(x)
        if x.sum() > 0:
            x = x * 2.0
        else:
            x = x + 1.0
        return x


if __name__ == "__main__":
    dist.init_process_group("gloo")
    torch.manual_seed(dist.get_rank())
    model = torch.compile(DistributedDataParallel(Model(), bucket_cap_mb=1))
    for _ in range(2):
        model(torch.randn(4, 600)).sum().backward()
    dist.destroy_process_group()
