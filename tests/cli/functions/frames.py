import pandas as pd


def kept(table: pd.DataFrame, limit):
    if table.mean() > limit:
        return table[table > 0]
    return table.sum()
