def broken(a):
    x = 1
    if a ==:
        x = 2
    x = = 3
    while :
        x = 4
    return x


def fine(a):
    return a
