def plain(a):
    x = 0
    if a:
        x = 1
    return x


def chain(a, b, c):
    if a:
        x = 1
    elif b:
        x = 2
    elif c:
        return 3
    else:
        x = 4
    return x


def literal(a):
    if True:
        x = a
    else:
        x = 0
    if 0:
        x = 1
    return x
