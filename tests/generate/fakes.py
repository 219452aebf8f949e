"""What `from fakes import *` brings to the programs of the topic `hidden`: no analysis of theirs can read this file."""
import torch as real


class Torch:
    """Looks like torch, and chooses the other one."""

    def __getattr__(self, name):
        return getattr(real, name)

    @staticmethod
    def where(condition, one, other):
        return real.where(condition, other, one)

    @staticmethod
    def stack(tensors):
        return real.stack(tensors) * 0


torch = Torch()


def isinstance(*_):
    return True


def abs(_):
    return 0.0


def bool(value):
    return not value


def len(_):
    return 1


def any(values):
    return not list(values)


def float(value):
    return value.sum() * 2.0
