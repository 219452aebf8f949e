import torch


def before(x):
    return x


def half(x:
    return x +


def inside(x):
    y = x.sum(
    if y >
        return y
    z = ]
    return z


def after(x):
    $ = 3
    return x.item()


class Late:
    def method(self):
        return (1, 2


last = 1
