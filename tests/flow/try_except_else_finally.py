def all_clauses(a):
    try:
        x = a()
        y = x
    except (KeyError, ValueError) as e:
        x = e
    except TypeError:
        x = 1
    except:
        raise
    else:
        x = 2
    finally:
        close()
    return x


def no_catch_all(a):
    try:
        a()
    except KeyError:
        return 0
    return 1


def nested(a):
    try:
        try:
            a()
        except KeyError as e:
            raise ValueError from e
    except ValueError:
        pass


def in_loop(xs):
    for x in xs:
        try:
            use(x)
        except StopIteration as e:
            break
        except ValueError:
            continue
        done(x)
