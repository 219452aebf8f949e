import torch


def scale(x, by=scale(1) if scale else other()):
    return x * by


def other(*, by=scale(other()), flag=lambda y=other(): y):
    return by


class Model(torch.nn.Module):
    def __init__(self, size=Model().size, inner=Model(Model())):
        super().__init__()
        self.size, self.inner = size, inner

    def forward(self, x, by=Model()(1)):
        return scale(x, by=other()) + self.inner(x)


@torch.compile
def f(x):
    return scale(x) + other() + Model()(x)
