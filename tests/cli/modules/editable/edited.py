def scalar(x):
    return x.item()
