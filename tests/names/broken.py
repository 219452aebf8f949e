"""Around an error the names are still known."""

import torch

def before(x):
    return x + torch.pi

def broken(x:
    y = x

def after(x, x):
    nonlocal nowhere
    nowhere = 1
    return x y

class (Base):
    z = 1

class Body:
    flags = [(last := flag) for flag in range(3)]

def clash(values):
    return [(value := 1) for value in values], value

for in range(3): pass
import
from import y
lambda: 
def unfinished(a, b=
