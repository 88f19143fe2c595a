import unittest

import pandas

from mailsift import Mailsift
from pandas_recipe import with_verdicts


class PandasRecipe(unittest.TestCase):
    def test_every_row_gets_its_verdict_and_keeps_its_index(self):
        emails = ["ada@contoso.com", "info@mailinator.com", None, "not an address"]
        frame = pandas.DataFrame({"name": ["a", "b", "c", "d"], "Mail": emails}, index=[7, 3, 5, 1])
        with Mailsift.from_env() as mailsift:
            result = with_verdicts(frame, "Mail", mailsift)
        self.assertEqual(list(result.index), [7, 3, 5, 1])
        self.assertEqual(list(result.columns[:2]), ["name", "Mail"])
        safe = result["service.validations.safe_to_send"]
        self.assertEqual([safe[7], safe[3]], [True, False])
        self.assertEqual(list(result["service.error.code"][[5, 1]]), ["invalid_email", "invalid_email"])


if __name__ == "__main__":
    unittest.main()
