def search(a):
    while a and a > 1:
        a -= 1
        if a == 5:
            break
        if a == 7:
            continue
        a -= 1
    else:
        a = 0
    return a


def forever(a):
    while True:
        if a():
            return 1


def until(a):
    while 1:
        if a():
            break
    else:
        never()
    return 1
