import os
import unittest
from unittest import mock

import django
from django import forms
from django.conf import settings

from django_recipe import SafeEmailValidator

settings.configure()
django.setup()


class SignUp(forms.Form):
    email = forms.EmailField(validators=[SafeEmailValidator()])


def errors_of(email):
    return dict(SignUp({"email": email}).errors)


class DjangoRecipe(unittest.TestCase):
    def test_a_form_refuses_typos_and_disposable_addresses(self):
        self.assertEqual(errors_of("ada.lovelace@contoso.com"), {})
        self.assertEqual(errors_of("ann.lee@gmial.com"), {"email": ["Did you mean ann.lee@gmail.com?"]})
        self.assertEqual(
            errors_of("ann.lee@mailinator.com"), {"email": ["mailinator.com provides disposable addresses."]}
        )

    def test_a_form_accepts_the_address_if_the_service_is_away(self):
        with mock.patch.dict(os.environ, MAILSIFT_SERVER="http://127.0.0.1:9"), self.assertLogs("django_recipe"):
            self.assertEqual(errors_of("ann.lee@mailinator.com"), {})

    def test_a_model_with_the_validator_can_be_migrated(self):
        from django.db.migrations.writer import MigrationWriter

        self.assertEqual(MigrationWriter.serialize(SafeEmailValidator())[0], "django_recipe.SafeEmailValidator()")


if __name__ == "__main__":
    unittest.main()
