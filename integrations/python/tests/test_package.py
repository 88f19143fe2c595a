"""What needs no service."""
import ast
import dataclasses
import unittest
from pathlib import Path

import mailsift
from mailsift import Mailsift, models
from mailsift._decode import decode
from mailsift.errors import read_retry_after

SOURCES = sorted(Path(mailsift.__file__).parent.rglob("*.py"))


class Package(unittest.TestCase):
    def test_every_source_is_python_3_9(self) -> None:
        for path in SOURCES:
            ast.parse(path.read_text(), str(path), feature_version=(3, 9))

    def test_the_package_declares_its_types(self) -> None:
        self.assertTrue((Path(mailsift.__file__).parent / "py.typed").exists())

    def test_every_model_ignores_fields_that_a_newer_service_adds(self) -> None:
        for model in vars(models).values():
            if dataclasses.is_dataclass(model):
                self.assertIsInstance(decode(model, {"added_later": 1}), model)

    def test_retry_after_is_a_number_or_a_date(self) -> None:
        self.assertEqual(read_retry_after("120", 0), 120)
        self.assertEqual(read_retry_after("Thu, 01 Jan 1970 00:02:00 GMT", 0), 120)
        self.assertEqual(read_retry_after("Thu, 01 Jan 1970 00:00:00 GMT", 60), 0)
        self.assertIs(read_retry_after("soon", 0), None)

    def test_a_client_without_a_usable_token_or_url_is_refused_at_once(self) -> None:
        for token, url in (("", "http://localhost"), ("ms_w_\n", "ftp://localhost"), ("ms w", "http://localhost")):
            with self.assertRaises(ValueError):
                Mailsift(token, url)
        with self.assertRaisesRegex(ValueError, "MAILSIFT_TOKEN is not set"):
            Mailsift.from_env({})


if __name__ == "__main__":
    unittest.main()
