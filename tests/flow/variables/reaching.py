def straight(a):
    b = 1  # from: a=1
    a = b  # from: a=1 b=2
    return a  # from: a=3 b=2


def branches(c, x):
    if c:  # from: c=7 x=7
        x = 1
        y = 2
    else:
        y = 3  # from: c=7 x=7
    z = y  # from: c=7
    return z  # from: c=7 z=13


def raising(c):
    if c:
        y = 1
    else:
        raise ValueError
    return y  # from: c=17 y=19


def left_early(c, y):
    if c:
        y = 2
        return y  # from: c=25 y=27
    return y  # from: c=25 y=25


def rounds(xs, n):
    last = None
    for x in xs:  # from: xs=32 n=32 last=33
        y = x  # from: xs=32 n=32 x=34
        last = y  # from: xs=32 n=32 x=34 y=35
    return last  # from: xs=32 n=32


def on_the_way_in(n):
    i = 0
    while i < n:  # from: n=40 i=41
        i = i + 1  # from: n=40
    return i  # from: n=40


def left_by_break(n):
    while True:
        i = n
        if i:
            break
    return i  # from: n=47 i=49


def handled(x):
    try:
        y = x  # from: x=55
        z = y  # from: x=55 y=57
    except ValueError:
        z = 1  # from: x=55
    return z  # from: x=55


def always(x):  # the graph does not tell the ways through a `finally` apart
    try:
        y = x
    finally:
        print(x)  # from: x=64
    return y  # from: x=64


def deleted(x):
    y = x
    del y
    return x  # from: x=72 y=74


def walrus(x):
    if x and (y := x):
        return y  # from: x=78 y=79
    return x  # from: x=78


def opened(path):
    with open(path) as file:
        text = file  # from: path=84 file=85
    return text  # from: path=84 file=85


def unpacked(pair):
    a, b = pair
    a, b = b, a  # from: pair=90 a=91 b=91
    return a  # from: pair=90 a=92 b=92
