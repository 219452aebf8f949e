import os
from sys import path
type Alias = int
def statements(a):
    global g
    import math
    x: int
    x: int = a; y = x
    x += 1
    del y
    pass
    a.b = a[0] = 1
    def inner():
        nonlocal x
        x = 2
    yield x
    "text"
