def arms(c, a):
    x = 1  # live: c a x
    y = 2  # live: c a x
    if c:  # live: c x z  defined: c a x y
        y = a  # live: c x y
        z = y  # live: c x z
    else:
        z = 3  # live: c x z  defined: c a x y
    del c  # live: x z
    return x + z  # live:  defined: a x y z


def one_arm(c, a):
    if c:  # live: a c x
        x = a  # live: a c x
    if a and c:  # live: x
        pass  # live: x  defined: c a
    return x  # defined: c a


def update(c, a):
    x = a  # live: c a x
    if c:  # live: x
        x += a  # live: x  defined: c a x
    return x  # defined: c a x


def early(c):
    if c:  # live: x
        return c  # live:  defined: c
    else:
        x = 1  # live: x
    return x  # defined: c x


def short_circuit(c, f):
    if c and (x := f()):  # live: c f x z v t
        use(x)  # live: c f x z v t  defined: c f x
    y = c and (z := f())  # live: f x y z v t  defined: c f
    w = (v := f()) if (u := f()) else 1  # live: f x y z u v t  defined: c f y
    0 < (s := f()) < (t := f())  # live: x y z u v s t  defined: c f y u w
    return x, y, z, u, v, s, t  # live:  defined: c f y u w s


def conditional_names(c):
    x = [y for y in c if (last := y)]  # live: c x last  defined: c
    y = [x for x in c]  # live: x y last  defined: c x
    return x, y, last  # defined: c x y


def patterns(c):
    match c:  # live: x y  defined: c
        case [x, *y]:
            pass  # live: x y  defined: c x y
        case {"k": x, **y} if x:
            pass  # live: x y  defined: c x y
        case Point(a=Color.x) as y:
            x = 0  # live: x y  defined: c y
        case x:
            y = 0  # live: x y  defined: c x
    return x, y  # defined: c x y
