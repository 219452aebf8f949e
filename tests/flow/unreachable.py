def after_return(a):
    return a
    a = 1
    if a:
        a = 2
    for x in a:
        a = 3
    with a:
        a = 4
    try:
        a = 5
    except ValueError:
        a = 6
    return a


def both_arms(a):
    if a:
        return 1
    else:
        raise ValueError
    a = 1


def after_loop(a):
    while True:
        a()
    a = 1
