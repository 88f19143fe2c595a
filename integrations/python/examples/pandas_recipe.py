import io

import pandas

from mailsift import Mailsift


def with_verdicts(frame: pandas.DataFrame, column: str, mailsift: Mailsift) -> pandas.DataFrame:
    """Returns the frame with verdicts on its email column, for up to 100,000 rows."""
    if frame.empty:
        return frame.copy()
    cleaned = io.BytesIO()
    # An empty cell is a row, too: the header keeps a frame of one column from looking like empty lines.
    addresses = pandas.DataFrame({"row": range(len(frame)), "email": frame[column].astype(object).fillna("").to_numpy()})
    mailsift.csv.clean(addresses.to_csv(index=False).encode(), cleaned, email_column="email", filename="frame.csv")
    cleaned.seek(0)
    verdicts = pandas.read_csv(cleaned, index_col="row").drop(columns="email")
    # By position: an index may have duplicates.
    return frame.assign(**{name: verdicts[name].to_numpy() for name in verdicts})
