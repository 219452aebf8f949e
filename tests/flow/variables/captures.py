def function_captures(a, b):
    x = 1  # live: a b
    x = 2  # live: a b x
    def inner(b=b):  # live: a x inner  defined: a b x
        return a + b + x
    b = 3  # live: a x inner
    x = 4  # live: a x inner
    return inner()


def lambda_captures(a, b):
    f = lambda a, c=b: a + c  # live: a f
    g = lambda: a  # live: a f g
    a = 1  # live: a f g
    return f, g  # live: a


def generator_captures(a, b):
    g = (a + x for x in b)  # live: a g
    return g  # live: a


def comprehension_does_not(a, b):
    g = [a + x for x in b]  # live: g
    return g  # live:


def class_reads_now(a, b):
    class Local(a):  # live: b Local
        attribute = a
        def method(self):
            return b
    return Local  # live: b


def rebound_inside(a):
    x = 1  # live: a x
    def inner():
        nonlocal x
        x = 2
    x = 3  # live: a x inner
    del a  # live: x inner
    return inner  # live: x


def deleted_inside():
    x = 1  # live: x
    def inner():
        nonlocal x
        del x
    return inner  # live: x  defined: inner


def declared():
    global x
    x = 1  # live:
    y = 2  # live:
    return locals


def read_by_name(a):
    x = 1  # live: a x
    return locals()  # live: a x


async def asynchronous(xs, f):
    async with f() as x:  # live: xs  defined: xs f
        await x  # live: xs  defined: xs f x
    return [y async for y in xs]  # live:


def imports(a):
    import os.path as p, sys  # live: p
    from m import n as a  # live: a p
    x: int  # live: a p
    return a, p, y  # defined: a p sys
