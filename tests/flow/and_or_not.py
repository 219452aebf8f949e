def conditions(a, b, c, d):
    if a and not b or c:
        x = 1
    if not (a or (b and c)) and 0 < d < 1:
        x = 2
    if (a and True) or d:
        x = 3
    if (y := a) or not y:
        x = 4
    return a and b or c if not d else a
