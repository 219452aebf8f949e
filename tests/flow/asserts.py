def check(a, b):
    assert a
    assert a and b, f"{a}, {b}"
    assert False, "never"
    return a
