def match_all(command, *rest):
    match command, *rest:
        case Point(x=0, y=yy) | [yy, *_] if yy > 1 and rest:
            r = yy
        case {"key": value, **others}:
            r = value
        case "a" | Color.RED | None:
            return 1
        case [Point() as p, _]:
            r = p
        case (x, y) if not x:
            r = y
        case other:
            r = other
        case _:
            never()
    return r


def may_fall_through(x):
    for y in x:
        match y:
            case 1:
                break
            case 2:
                continue
    return y
