"""Objects of classes of a program below classes that only the knowledge describes."""

import io
import threading
from typing import NamedTuple

import torch


class Worker(threading.Thread):
    pass


class Named(threading.Thread):
    def __init__(self, name):
        super().__init__()
        self.name = name


class Unstarted(threading.Thread):
    def __init__(self):
        self.count = 0


class Local(threading.local):
    def __init__(self):
        super().__init__()


class Text(io.StringIO):
    pass


class Failure(ValueError):
    pass


class Pair(NamedTuple):
    a: int
    b: int


class Layer(torch.nn.Linear):
    def __init__(self):
        super().__init__(2, 2)


@torch.compile
def made(x: torch.Tensor):
    return Worker(), Named("a"), Unstarted(), Local(), Text(), Failure(), Pair(1, 2), Layer()
