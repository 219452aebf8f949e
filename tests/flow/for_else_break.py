def search(xs):
    for i, x in enumerate(xs):
        if x:
            break
        if not i:
            continue
        use(x)
    else:
        x = None
    return x


def nested(xs):
    for x in xs:
        for y in x:
            if y:
                break
        else:
            continue
        break
    return x, y


def outside():
    break
    continue
    return 1
