def plain(a):
    with a:
        x = 1
    return x


def several(a, b):
    with a as x, b() as (y, z):
        return x + y + z


def leaves_loop(xs, lock):
    for x in xs:
        with lock:
            if x:
                break
            with x as y:
                continue
    return 0


def in_try(a):
    try:
        with a as x:
            use(x)
    except ValueError:
        x = None
    finally:
        with a:
            close()
    return x
