def f(x):
    print "text", x
    print >>sys.stderr, x
    exec "y = 1" in x
    if x <> 1:
        raise ValueError, "text"
    return 0777 + 10L + 1l


def python_3(x):
    print(x)
    exec("y = 1")
    raise ValueError("text")
    return 0, 00, 0_0, 1_000, 0x1F, 0o17, 0b1, 0.5, 012.5, 01e5, 1j, 07j
