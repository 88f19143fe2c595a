import logging

from django.core.exceptions import ValidationError
from django.utils.deconstruct import deconstructible

from mailsift import InvalidRequestError, Mailsift, MailsiftError

logger = logging.getLogger(__name__)


@deconstructible
class SafeEmailValidator:
    """Refuses addresses that are unsafe for a sign-up. If the service does not respond, the address is accepted."""

    def __call__(self, value):
        try:
            # A person is waiting: one attempt of two seconds.
            with Mailsift.from_env(max_retries=0, timeout=2) as mailsift:
                insight = mailsift.insight(value, policy="sign-up")
        except InvalidRequestError:
            raise ValidationError("Enter a valid email address.", code="invalid")
        except MailsiftError:
            logger.exception("An address was accepted without a check")
            return
        if insight.tier == "unsafe":
            suggestion = insight.suggestion
            message = f"Did you mean {suggestion}?" if suggestion else insight.reasons[0].sentence
            raise ValidationError(message, code=insight.reasons[0].code)
