import torch


def clamped(x):
    x = x * 2.0
    if torch.isinf(x).any():
        x = torch.clamp(x, min=-1000.0, max=1000.0)
    return x


def doubled(x, chosen):
    out = torch.zeros_like(x)
    out[chosen] = x[chosen] * 2.0
    return out


def unused(x):
    if x.sum() > 0:
        print(x)
    return x


class Scale:
    def scaled(self, x, low):
        if x.min() < low:
            print("low")
        return x
