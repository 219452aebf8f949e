def returns(a):
    try:
        return a()
    finally:
        close()


def overrides(a):
    try:
        a()
    finally:
        return 1


def every_way_out(xs):
    for x in xs:
        try:
            if x == 1:
                break
            elif x == 2:
                continue
            elif x == 3:
                return x
            elif x == 4:
                raise ValueError
            use(x)
        finally:
            close(x)
        after(x)
    return 0


def two_finallys(xs):
    while xs:
        try:
            try:
                return xs.pop()
            finally:
                inner()
        finally:
            outer()
            if xs:
                break
    return None
