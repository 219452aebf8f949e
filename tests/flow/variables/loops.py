def carried(xs):
    total = 0  # live: xs total x
    for x in xs:  # live: total x  defined: xs total
        before = total  # live: x before  defined: xs total x
        total = before + x  # live: total x  defined: xs total x before
    return total, x  # defined: xs total


def with_else(xs):
    for x in xs:  # live: found
        found = x  # live: x found  defined: xs x
        if x:  # live: found
            break  # live: found
    else:
        found = None  # live: found  defined: xs
    return found  # defined: xs found


def forever(f):
    while True:  # live: x
        x = f()  # live: f x
        if x:  # live: f x  defined: f x
            break  # live: x
    return x  # defined: f x


def deleted(xs):
    x = 1  # live: xs x
    for y in xs:  # live:
        print(x)  # live: x  defined: xs y
        del x  # live: x  defined: xs y
    return 0  # defined: xs


def target(xs, i):
    for xs[i] in i:  # live: xs  defined: xs i
        pass  # live: xs i
    return xs
