def handler_sees_both(f):
    x = 1  # live: f x
    try:  # live: x y  defined: f x
        x = f()  # live: f x  defined: f x
        y = f()  # live: x y  defined: f x
    except ValueError as e:
        y = e  # live: x y  defined: f x e
    except KeyError:
        y = 0  # live: x y  defined: f x
    return x, y  # live:  defined: f x y


def alias_is_gone(f):
    e = 1  # live: f
    try:  # live: e
        e = f()  # live: e
    except ValueError as e:
        pass  # live:
    return e  # defined: f


def finally_joins(f):
    try:  # live: x
        x = f()  # live: f x
    finally:
        f(1)  # live: x  defined: f
    return x  # defined: f


def otherwise(f):
    try:  # live: f x y z
        x = f()  # live: f x z
    except ValueError:
        return f  # live:  defined: f
    else:
        y = x  # live: f x y z  defined: f x
    with f():  # live: x y z  defined: f x y
        z = y  # live: x y z
    return x, y, z  # defined: f x y


def not_assigned_when_it_raises(f):
    try:  # live: x
        x, y = f(), f()  # live: f x
    except ValueError:
        x = f  # live: x  defined: f
    return x  # defined: f x
