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

for in range(3): pass
import
from import y
lambda: 
def unfinished(a, b=
