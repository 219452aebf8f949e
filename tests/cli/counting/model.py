import torch


@torch.compile
def halve(x: torch.Tensor):
    if x.sum() > 0:
        x = x / 2
    print("halved")
    return x


class Model(torch.nn.Module):
    def forward(self, x, flag=None):
        if flag is not None:
            print("<flag> & \"more\"")
        return x * x.sum().item()
